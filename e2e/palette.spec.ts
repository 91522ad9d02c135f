import { createCustomer } from '@adire/contract/customers.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { demoCredentials, newBusiness, signIn } from './support/business.ts'
import { beginCheckout, freshName, newLink, payerPhone, randomEmail } from './support/checkout.ts'
import { topBar } from './support/shell.ts'
import { test } from './support/test.ts'

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search' })
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name })

test('a few letters or any word find a page, an action, a payment, a customer, a link, and typed filters are opened', async ({
  page,
  browser,
  baseURL,
}) => {
  const shop = await newBusiness(baseURL!)
  const link = await newLink(shop, { name: freshName('Aso oke') })
  const [payer, email] = [await payerPhone(browser), randomEmail('kemi')]
  await beginCheckout(payer, link, email)
  await shop.call(createCustomer, { email, firstName: 'Kemi', lastName: 'Ade', phone: '08031234567' })
  await signIn(page, shop)
  await expect(topBar(page).getByRole('button', { name: 'Search (Ctrl K)' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await expect(option(page, 'Overview')).toBeVisible()
  await expectAccessible(page, 'the command palette')
  await page.keyboard.type('bank')
  await expect(palette(page).getByRole('option').first()).toHaveText(/^Bank Accounts/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/bank-accounts')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('settings')
  await expect(palette(page).getByRole('option', { name: 'Audit log' })).toBeVisible()
  await palette(page).getByRole('combobox').fill(email.slice(0, 8))
  await expect(option(page, new RegExp(`from ${email}`))).toBeVisible()
  await expect(palette(page).getByRole('group', { name: 'Customers' })).toContainText(email)
  await option(page, new RegExp(`from ${email}`)).click()
  await expect(page).toHaveURL(/\/transactions\/[\w-]+$/)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('aso oke')
  await expect(option(page, new RegExp(link.name))).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/payment-link/${link.id}`)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('zzz')
  await expect(palette(page).getByRole('status')).toHaveText('No results for “zzz”.')
  await palette(page).getByRole('combobox').fill('?')
  await expect(palette(page).getByRole('status')).toHaveText('Type at least 2 characters.')
  await page.keyboard.press('Escape')
  await expect(palette(page)).toBeHidden()

  await test.step('pages are found by any word, payments by parts of a name, and typed filters are opened', async () => {
    const bisi = randomEmail('bisi')
    await beginCheckout(await payerPhone(browser), link, bisi)
    await shop.call(createCustomer, { email: bisi, firstName: 'Bisi', lastName: 'Onyeka', phone: '08092971234' })
    const field = palette(page).getByRole('combobox')
    await page.keyboard.press('Control+k')
    for (const [typed, name] of [
      ['refunds', /^Transactions/],
      ['dispute', /^Disputes/],
      ['settings api', /^Api keys/],
      ['log audit', /^Audit log/],
    ] as const) {
      await field.fill(typed)
      await expect(option(page, name)).toBeVisible()
    }
    for (const typed of ['onyeka bisi', '0809 297', 'Onyeke']) {
      await field.fill(typed)
      await expect(palette(page).getByRole('group', { name: 'Customers' })).toContainText('Bisi Onyeka')
      const payment = palette(page).getByRole('group', { name: 'Transactions' }).getByRole('option')
      await expect(payment).toHaveText(/Pending, \d+ \w+ \d{4}, \d\d:\d\d$/)
    }
    await field.fill('status:failed amount:>50000')
    await expect(option(page, /^Transactions: failed, over NGN.50,000\.00/)).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/transactions?status=failed&min=5000001')
  })

  // On a phone it opens by its button and fits.
  await page.setViewportSize({ width: 390, height: 844 })
  await topBar(page).getByRole('button', { name: 'Search (Ctrl K)' }).click()
  await palette(page).getByRole('combobox').fill('kemi')
  await expect(option(page, /Kemi Ade/)).toBeVisible()
  await expectNoSidewaysScroll(page, 'the command palette')
  await option(page, /Kemi Ade/).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kemi Ade' })).toBeVisible()
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('the palette has a close button and no keyboard hints', async ({ page }) => {
    await signIn(page, demoCredentials)
    await topBar(page).getByRole('button', { name: 'Search (Ctrl K)' }).click()
    await expect(option(page, 'Overview')).toBeVisible()
    await expect(palette(page).getByText('to select')).toBeHidden()
    await expectAccessible(page, 'the command palette on a phone')
    await palette(page).getByRole('button', { name: 'Close search' }).click()
    await expect(palette(page)).toBeHidden()
  })
})

test('rows are selected by keyboard, the search has a shortcut, and the shortcuts are listed', async ({ page }) => {
  await signIn(page, demoCredentials, '/transactions?status=success')
  const rows = page.getByRole('table', { name: 'Transactions' }).locator('tbody').getByRole('row')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('k')
  await expect(rows.nth(0).getByRole('link')).toBeFocused()
  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type('jk?')
  await expect(page.getByRole('searchbox')).toHaveValue('jk?')
  await page.getByRole('searchbox').fill('')
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('?')
  const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toBeVisible()
  await expectAccessible(page, 'the shortcuts')
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  // The list is loaded again after the search was emptied.
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('j')
  await expect(rows.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/transactions\/[\w-]+\?status=success$/)
})
