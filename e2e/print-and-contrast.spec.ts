import { createInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { expect, type Locator } from '@playwright/test'
import { demoCredentials, signIn } from './support/business.ts'
import { lagosDay } from './support/clock.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const styleOf = (locator: Locator, name: 'color' | 'backgroundColor') =>
  locator.evaluate((element, property) => getComputedStyle(element)[property], name)
const ink = 'rgb(15, 23, 40)'

test('a printed invoice has its lines and no form, in dark ink also in the dark theme', async ({ page, business }) => {
  const { id } = await business.call(createInvoice, {
    customerEmail: 'zainab@example.com',
    dueOn: lagosDay(10),
    lines: [{ description: 'Alterations, wedding party', quantity: 9, unitPriceKobo: 450_000 }],
  })
  const { url } = await business.call(sendInvoice, { id })
  await page.setViewportSize({ width: 794, height: 1123 })
  await page.goto(url)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  const sheet = page.getByRole('article', { name: /^Invoice/ })
  await expect(sheet.getByText('Alterations, wedding party')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Continue/ })).toBeHidden()
  expect(await styleOf(sheet, 'color')).toBe(ink)

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await signIn(page, business, `/invoice_page/${id}`)
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByRole('article', { name: /^Invoice/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open menu' })).toBeHidden()
  expect(await styleOf(page.getByRole('article', { name: /^Invoice/ }), 'color')).toBe(ink)
})

test('in the colours of the reader, what is chosen differs from what is not', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await signIn(page, demoCredentials, '/transactions/disputes')
  const chosen = page.locator('main label', { hasText: 'All' })
  const other = page.locator('main label', { hasText: 'Open' })
  expect(await styleOf(chosen, 'backgroundColor')).not.toBe(await styleOf(other, 'backgroundColor'))
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
  const background = (name: string) => styleOf(sidebar.getByRole('link', { name }), 'backgroundColor')
  expect(await background('Transactions')).not.toBe(await background('Customers'))

  await openInApp(page, '/payment-link')
  const [on, off] = [true, false].map((checked) => page.getByRole('switch', { checked }).first())
  expect(await styleOf(on!, 'backgroundColor')).not.toBe(await styleOf(off!, 'backgroundColor'))
})
