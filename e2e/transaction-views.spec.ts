import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { beginCheckout, freshName, newLink, payerPhone, payLink, randomEmail } from './support/checkout.ts'
import { openExport, saveExport } from './support/export.ts'
import { test } from './support/test.ts'

const rows = (page: Page) => page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row')
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true })
const menu = (page: Page, name: string) => page.getByRole('search').getByRole('button', { name, exact: true })

test('payments are filtered by link and customer, filters are saved as a view, and columns are selected, also for the export [S9-01]', async ({
  page,
  baseURL,
}) => {
  const shop = await newBusiness(baseURL!)
  const [hats, shoes] = [
    await newLink(shop, { name: freshName('Hats') }),
    await newLink(shop, { name: freshName('Shoes') }),
  ]
  const phone = await payerPhone(page.context().browser()!)
  const [ada, bola] = [randomEmail('ada'), randomEmail('bola')]
  for (const [link, email] of [
    [hats, ada],
    [shoes, ada],
    [shoes, bola],
  ] as const) {
    await payLink(phone, link, email)
  }
  await signIn(page, shop, '/transactions')
  await expect(rows(page)).toHaveCount(3)
  await menu(page, 'More filters').click()
  await page.getByLabel('Customer').fill('ada@')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Enter the whole email address')).toBeVisible()
  await page.getByLabel('Customer').fill(ada)
  await page.getByRole('combobox', { name: 'Payment link' }).fill('Shoes')
  await page.getByRole('option', { name: shoes.name }).click()
  await expectAccessible(page, 'more filters')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: `Payment link: ${shoes.name}` }).click()
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: `Customer: ${ada}` }).click()
  await expect(rows(page)).toHaveCount(3)

  await test.step('filters are saved as a view, renamed, and restored; a view without dates keeps the selected ones', async () => {
    await menu(page, 'Views').click()
    await expect(page.getByText('Set a filter to save it as a view.')).toBeVisible()
    await page.goto('/transactions?status=failed&channel=card')
    await menu(page, 'Views').click()
    await page.getByLabel('Save these filters as').fill('Failed by card')
    await page.getByRole('button', { name: 'Save view' }).click()
    const views = page.getByRole('list', { name: 'Saved views' })
    await expect(views.getByRole('link', { name: 'Failed by card' })).toBeVisible()
    await expectAccessible(page, 'saved views')
    await views.getByRole('button', { name: 'Rename Failed by card' }).click()
    await page.getByLabel('Name of the view').fill('Cards that failed')
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(views.getByRole('link', { name: 'Cards that failed' })).toBeVisible()
    await page.goto('/transactions?period=30')
    const tab = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Cards that failed' })
    await tab.click()
    await expect(page).toHaveURL(/\?channel=card&status=failed&period=30$/)
    await expect(tab).toHaveAttribute('aria-current', 'page')
    await menu(page, 'Views').click()
    await views.getByRole('button', { name: 'Delete Cards that failed' }).click()
    await expect(views).toBeHidden()
  })

  await test.step('columns are selected and stored, and the export has the same', async () => {
    await page.goto('/transactions')
    await expect(heading(page, 'Method')).toBeVisible()
    await menu(page, 'Columns').click()
    await page.getByLabel('Method').uncheck()
    await page.getByLabel('Net', { exact: true }).check()
    await page.getByLabel('Settlement', { exact: true }).check()
    await page.getByLabel('Reference', { exact: true }).uncheck()
    await expectAccessible(page, 'the choice of columns')
    await page.keyboard.press('Escape')
    await expect(heading(page, 'Method')).toBeHidden()
    await expect(rows(page).first()).toContainText('4,811.87')
    await expect(rows(page).first().getByRole('link', { name: 'On hold' })).toHaveAttribute('title', /no bank account/)
    await page.reload()
    await expect(heading(page, 'Net')).toBeVisible()
    await expect(heading(page, 'Method')).toBeHidden()
    const { lines } = await saveExport(page, await openExport(page))
    expect(lines[0]).toBe(
      '\uFEFFStatus,Customer,Email,Amount (NGN),Net (NGN),Refunded (NGN),Started (Africa/Lagos),Settlement day',
    )
    expect(lines[1]).toContain('5000.00,4811.87')
    await menu(page, 'Columns').click()
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await expect(heading(page, 'Method')).toBeVisible()
  })

  await test.step('receipts of selected payments are sent; what failed is named with its reason and tried again; live updates keep the selection', async () => {
    await page.goto('/transactions')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await beginCheckout(phone, hats, bola)
    await expect(rows(page)).toHaveCount(4)
    const selected = page.getByRole('status').filter({ hasText: 'selected' })
    await expect(selected).toHaveText('3 transactions selected')
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Resend receipts' }).click()
    await expect(page.getByRole('dialog')).toContainText('1 selected transaction was not paid and is left out.')
    await page.route('**/receipt', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }), { times: 1 })
    await page.getByRole('button', { name: 'Resend', exact: true }).click()
    const result = page.getByRole('dialog', { name: '2 receipts sent, 1 could not be sent' })
    await expect(result.getByRole('listitem')).toContainText(/pay_\w+Busy/)
    await expectAccessible(page, 'the result of a bulk action')
    await result.getByRole('button', { name: 'Try it again' }).click()
    await expect(page.getByText('3 receipts sent', { exact: true })).toBeVisible()
    await expect(selected).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Transactions' })).toBeFocused()
  })
})
