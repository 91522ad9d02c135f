import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { demoCredentials, signIn } from './support/business.ts'
import { downloadButton, openExport, saveExport } from './support/export.ts'
import { goInApp, openInApp } from './support/session.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const table = (page: Page) => page.getByRole('table', { name: 'Transactions' })
const rows = (page: Page) => table(page).locator('tbody tr')
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Status' })
const search = (page: Page) => page.getByRole('searchbox')
const list = '**/collections/payments/filter?*'

async function openDemo(page: Page, path = '/transactions') {
  await signIn(page, demoCredentials, path)
  await expect(table(page)).toBeVisible()
}

/** Count in a tab, once it has loaded. */
async function readCount(page: Page, label: string): Promise<number> {
  const tab = tabs(page).getByRole('link', { name: new RegExp(`^${label} [\\d,]+$`) })
  return Number((await tab.textContent())!.replace(/\D/g, ''))
}

test('the tabs count their lists, and the filters are in the address [S7.3-01]', async ({ page }) => {
  await test.step('each tab counts its list, and the tabs together are the total', async () => {
    await openDemo(page)
    await expect(tabs(page).getByRole('link', { name: /^Failed [\d,]+$/ })).toBeVisible()
    const labels = (await tabs(page).getByRole('link', { name: /\d$/ }).allTextContents()).map((text) =>
      text.replace(/[\s\d,]+$/, ''),
    )
    expect(labels.slice(0, 4)).toEqual(['All', 'Successful', 'Failed', 'Pending'])
    const counts = new Map<string, number>()
    for (const label of labels) counts.set(label, await readCount(page, label))
    expect([...counts.values()].slice(1).reduce((sum, count) => sum + count, 0)).toBe(counts.get('All'))
    await tabs(page)
      .getByRole('link', { name: /^Failed/ })
      .click()
    await expect(page).toHaveURL(/\?status=failed$/)
    await expect(page.getByText(`1–50 of ${counts.get('Failed')!.toLocaleString('en-US')}`)).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Failed' })).toHaveCount(50)
  })

  await test.step('a reload, the back button and a shared address keep the filters', async () => {
    await page.goto('/transactions')
    await expect(table(page)).toBeVisible()
    await tabs(page)
      .getByRole('link', { name: /^Abandoned/ })
      .click()
    await expect(page).toHaveURL('/transactions?status=abandoned')
    await page.getByLabel('Channel').selectOption('card')
    await expect(page).toHaveURL('/transactions?status=abandoned&channel=card')
    await page.getByRole('button', { name: /^Dates/ }).click()
    await page.getByRole('button', { name: 'Last 90 days' }).click()
    await expect(page).toHaveURL('/transactions?status=abandoned&channel=card&period=90')
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    const first = (await rows(page).first().textContent())!
    expect(first).toContain('Abandoned')
    await page.reload()
    await expect(rows(page).first()).toHaveText(first)
    await expect(page.getByLabel('Channel')).toHaveValue('card')
    await expect(tabs(page).getByRole('link', { name: /^Abandoned/ })).toHaveAttribute('aria-current', 'page')
    await rows(page).first().getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/NGN/)
    await page.getByRole('link', { name: 'Transactions', exact: true }).last().click()
    await expect(page).toHaveURL('/transactions?status=abandoned&channel=card&period=90')
    await page.goBack()
    await page.goBack()
    await expect(page).toHaveURL('/transactions?status=abandoned&channel=card&period=90')
    await expect(rows(page).first().getByRole('link'), 'the row that was left has the focus').toBeFocused()
    await page.goBack()
    await expect(page).toHaveURL('/transactions?status=abandoned&channel=card')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect(page).toHaveURL('/transactions?status=abandoned')
  })
})

test('a payment is found by reference, payer and card; an empty result names the filter, and a wrong address or a failure keeps the list usable [S4-05] [S8-02]', async ({
  page,
}) => {
  await test.step('by its reference, by the email of its payer, and by the last digits of its card', async () => {
    await openDemo(page, '/transactions?status=success&channel=card&period=30')
    // Digits that begin with 0 may also be part of a phone number, and find its payments, too.
    const row = rows(page)
      .filter({ hasText: /•••• [1-9]/ })
      .nth(7)
    const reference = (await row.getByText(/^pay_/).textContent())!.trim()
    // The row's link names texts in full that the cells may truncate: name, email and reference.
    const email = (await row.getByRole('link').getAttribute('title'))!.split('\n')[1]!
    const last4 = (await row.textContent())!.match(/•••• (\d{4})/)![1]!
    await page.goto('/transactions')
    await search(page).fill(`  ${reference.toUpperCase()} `)
    await expect(rows(page)).toHaveCount(1)
    await expect(rows(page)).toContainText(reference)
    // Each list is waited for: the one before also has a payment of this payer.
    const searchFor = async (text: string) => {
      await search(page).fill(text)
      await expect(page).toHaveURL(`/transactions?search=${text}`)
      await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    }
    // Without the “@”, which is encoded in the address of the page.
    await searchFor(email.split('@')[0]!.slice(0, 8).toUpperCase())
    await expect(page.locator(`[title*="${email}"]`).first()).toBeVisible()
    await searchFor(last4)
    await expect(
      rows(page)
        .filter({ hasText: `•••• ${last4}` })
        .first(),
    ).toBeVisible()
    await expect(rows(page).filter({ hasNotText: `•••• ${last4}` })).toHaveCount(0)
  })

  await test.step('an empty result names the filter that causes it', async () => {
    await goInApp(page, '/transactions?status=reversed&channel=qr&period=7')
    await expect(page.getByText('No reversed payments by QR (last 7 days).')).toBeVisible()
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(page).toHaveURL('/transactions')
    for (const text of ["' or 1=1 --", '%', '<script>alert(1)</script>', '👗', '\\', 'a'.repeat(254)]) {
      await search(page).fill(text)
      await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible()
      await expect(page.getByText(`match “${text}”.`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await expect(search(page)).toHaveValue('')
    await expect(rows(page)).toHaveCount(50)
  })

  await test.step('an invalid address shows the list and no error', async () => {
    for (const query of [
      'status=nonsense&channel=gold&period=1000&from=soon&page=-3',
      'from=0000-00-00&to=2026-02-30',
      'link=none&page=1.5',
    ]) {
      await page.goto(`/transactions?${query}`)
      await expect(rows(page)).toHaveCount(50)
      await expect(page.getByText(/^1–50 of/)).toBeVisible()
    }
    await goInApp(page, '/transactions?page=190')
    await expect(page.getByText('This page is empty.')).toBeVisible()
    await page.getByRole('button', { name: 'Show the first page' }).click()
    await expect(rows(page)).toHaveCount(50)
  })

  await test.step('while the list loads a placeholder of its size is shown; a failure is reported, and Retry loads it', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route(list, async (route) => {
      await held
      await route.abort('connectionrefused')
    })
    await page.goto('/transactions')
    await expect(page.getByText('Loading', { exact: true })).toBeAttached()
    letGo()
    await expect(page.getByRole('alert').getByText('Something went wrong', { exact: true })).toBeVisible()
    await page.unroute(list)
    await page.route(list, (route) => route.fulfill({ status: 503, json: { message: 'The books are being bound' } }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('alert')).toContainText('The books are being bound')
    await page.unroute(list)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(rows(page)).toHaveCount(50)
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
})

test('pages go forward by cursor and back to the same rows; a list shows its totals and is exported as transaction.csv; an amount filters it [S7.3-01] [S8-05] [S9-02]', async ({
  page,
}) => {
  const toasts = await recordToasts(page)
  await test.step('pages go forward by cursor and back; a page can be reloaded', async () => {
    await openDemo(page)
    const references = () => table(page).getByText(/^pay_/).allTextContents()
    const next = page.getByRole('button', { name: 'Next page' })
    const previous = page.getByRole('button', { name: 'Previous page' })
    await expect(previous).toBeDisabled()
    const seen: string[][] = []
    for (const start of ['1', '51', '101']) {
      await expect(page.getByText(new RegExp(`^${start}–\\d+ of`))).toBeVisible()
      await expect(table(page)).toHaveAttribute('aria-busy', 'false')
      seen.push(await references())
      if (start !== '101') await next.click()
    }
    expect(new Set(seen.flat()).size).toBe(150)
    await expect(page).toHaveURL(/page=3&cursor=/)
    await page.reload()
    await expect(page.getByText(/^101–150 of/)).toBeVisible()
    expect(await references()).toEqual(seen[2])
    await previous.click()
    await expect(page.getByText(/^51–100 of/)).toBeVisible()
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    expect(await references()).toEqual(seen[1])
    await previous.click()
    await expect(page.getByText(/^1–50 of/)).toBeVisible()
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    expect(await references()).toEqual(seen[0])
    await page.goBack()
    await expect(page.getByText(/^51–100 of/)).toBeVisible()
  })

  await test.step('a heading sorts by its column, and in reverse when pressed again', async () => {
    await page.goto('/transactions?status=success')
    const amounts = async () =>
      (await rows(page).locator('td:nth-child(2)').allTextContents()).map((text) => Number(text.replace(/[^\d]/g, '')))
    const heading = page.getByRole('columnheader', { name: 'Amount' })
    const sortBy = async (direction: string) => {
      await heading.getByRole('button').click()
      await expect(heading).toHaveAttribute('aria-sort', direction)
      await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    }
    await sortBy('descending')
    await expect(page).toHaveURL(/sort=-amountKobo/)
    await expect.poll(async () => new Set(await amounts()).size).toBeLessThan(50)
    const largest = await amounts()
    expect(largest).toEqual(largest.toSorted((a, b) => b - a))
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^51–100 of/)).toBeVisible()
    await expect(table(page)).toHaveAttribute('aria-busy', 'false')
    expect((await amounts())[0]).toBeLessThanOrEqual(largest.at(-1)!)
    await sortBy('ascending')
    await expect(page.getByText(/^1–50 of/)).toBeVisible()
    expect(Math.max(...(await amounts()))).toBeLessThanOrEqual(largest.at(-1)!)
  })

  await test.step('the menu of a row offers what its status allows', async () => {
    const menu = rows(page)
      .first()
      .getByRole('button', { name: /^Actions for pay_/ })
    await menu.click()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.locator(':popover-open').getByRole('button', { name: 'Copy reference' }).click()
    await toasts.expect(messages.copied, limits.copiedMs)
    await menu.click()
    await expect(page.getByRole('button', { name: 'Resend receipt' })).toBeVisible()
    await page.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Refund this payment' }).getByLabel('Reason')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.goto('/transactions?status=failed')
    await menu.click()
    await expect(page.getByRole('link', { name: 'View details' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Resend receipt' })).toHaveCount(0)
  })

  await test.step('rows are selected by pointer or key, alone, as a range or all, and exported', async () => {
    await page.goto('/transactions?status=success')
    const boxes = rows(page).getByRole('checkbox')
    const count = page.getByRole('status').filter({ hasText: 'selected' })
    await boxes.nth(1).click()
    await expect(count).toHaveText('1 transaction selected')
    await boxes.nth(4).click({ modifiers: ['Shift'] })
    await expect(count).toHaveText('4 transactions selected')
    await rows(page).nth(6).getByRole('link').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+Space')
    await expect(count).toHaveText('7 transactions selected')
    await page.keyboard.press('Space')
    await expect(boxes.nth(8)).not.toBeChecked()
    await expectAccessible(page, 'selected rows')
    await page.getByRole('button', { name: 'Export selected' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export transactions' })
    await expect(dialog).toContainText('6 transactions: selected in the list.')
    const references = await rows(page).getByText(/^pay_/).allTextContents()
    const { lines } = await saveExport(page, dialog)
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(
      [1, 2, 3, 4, 6, 7].map((index) => references[index]),
    )
    await expect(count).toHaveText('6 transactions selected')
    await page.keyboard.press('Escape')
    await expect(count).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await expect(count).toHaveText('50 transactions selected')
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(page.getByText(/^51–100 of/)).toBeVisible()
    await expect(count).toHaveCount(0)
  })

  await test.step('the number of rows per page is stored for all lists', async () => {
    await page.getByLabel('Rows per page').selectOption('25 rows')
    await expect(page.getByText(/^1–25 of/)).toBeVisible()
    await expect(rows(page)).toHaveCount(25)
    await openInApp(page, '/customers')
    await expect(page.getByText(/^1–25 of/)).toBeVisible()
  })

  await test.step('the totals, an amount, the export', async () => {
    await page.goto('/transactions?status=success&period=30')
    const totals = page.getByLabel('All of this list')
    const total = totals.locator('dd').first()
    // NaN of a placeholder, which no comparison accepts.
    const count = async () => Number.parseInt((await total.textContent())!.replaceAll(',', ''), 10)
    await expect(totals).toContainText('Gross')
    await expect(total, 'visible without scrolling').toBeInViewport()
    await expect(total).toHaveText(/\d/)
    const all = await count()
    expect(all).toBeGreaterThan(100)
    await page.getByRole('button', { name: /Any amount/ }).click()
    await page.getByLabel('At least').fill('60000')
    await page.getByLabel('At most').fill('50000')
    await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
    await page.getByLabel('At most').fill('70000')
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page).toHaveURL(/min=6000000&max=7000000/)
    await expect.poll(count).toBeLessThan(all)
    const dialog = await openExport(page)
    await expect(dialog).toContainText(`${await count()} transactions: all results`)
    await expectAccessible(page, 'the export dialog')
    const { name, lines } = await saveExport(page, dialog)
    expect(name).toBe('transaction.csv')
    expect(lines).toHaveLength((await count()) + 1)
    await toasts.expect(messages.csvDownloaded, limits.toastMs)

    const chosen = await openExport(page)
    await chosen.getByLabel('Period').selectOption('Choose days')
    await chosen.getByLabel('First day').fill('2020-01-01')
    await chosen.getByLabel('Last day').fill('2020-01-02')
    await expect(chosen).toContainText('No transaction matches')
    await chosen.getByLabel('Period').selectOption('Any date')
    await chosen.getByRole('radio', { name: 'Choose columns' }).check()
    await chosen.getByRole('button', { name: 'Clear' }).click()
    await expect(downloadButton(chosen)).toBeDisabled()
    await chosen.getByLabel('Settlement status').check()
    await chosen.getByLabel('Your reference').check()
    const table = await saveExport(page, chosen)
    expect(table.lines[0]).toBe('\uFEFFYour reference,Settlement status')
    const workbook = await openExport(page)
    await workbook.getByRole('radio', { name: /^Excel/ }).check()
    const saving = page.waitForEvent('download')
    await workbook.getByRole('button', { name: 'Download Excel' }).click()
    expect((await saving).suggestedFilename()).toBe('transaction.xlsx')
  })
})
