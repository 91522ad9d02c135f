import { createSimpleInvoice, sendInvoice } from '@adire/contract/invoices.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { lagosDay } from './support/clock.ts'
import { test } from './support/test.ts'

const clock = (page: Page) => page.getByRole('dialog', { name: 'Test clock' })
const open = (page: Page) =>
  page
    .getByRole('banner')
    .getByRole('button', { name: /test clock$/ })
    .click()

test('a test business moves its clock: an invoice becomes overdue on the way, and the log shows it, also on a phone', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { id } = await business.call(createSimpleInvoice, {
    customerEmail: randomEmail('bola'),
    description: 'Fitting',
    amountKobo: 1_000_000,
    dueOn: lagosDay(2),
  })
  await business.call(sendInvoice, { id })
  await signIn(page, business, `/invoice_page/${id}`)
  await open(page)
  await expect(clock(page)).toContainText('Current time (Lagos)')
  await expect(clock(page).getByRole('region', { name: 'Upcoming events' })).toContainText(
    'Invoice reminders and overdue invoices',
  )
  await expectAccessible(page, 'the clock')
  await clock(page).getByLabel('Date and time (Lagos)').fill('2020-01-01T09:00')
  await expect(clock(page)).toContainText('Choose a time in the future')
  await expect(clock(page).getByRole('button', { name: 'Move', exact: true })).toBeDisabled()
  await clock(page).getByRole('button', { name: 'A week' }).click()
  const did = clock(page).getByRole('region', { name: 'Earlier moves' })
  await expect(did).toContainText('Invoice reminders and overdue invoices', { timeout: 60_000 })
  await expect(clock(page)).toContainText('7 days ahead')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the clock after a move, on a phone')
  await expectNoSidewaysScroll(page, 'the clock after a move, on a phone')
  await clock(page).getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('main')).toContainText('Overdue')
  await expect(page.getByRole('banner').getByRole('time')).toBeVisible()
  await expectNoSidewaysScroll(page, 'a page of a business that lives ahead')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(page.getByRole('banner').getByRole('time')).toBeVisible()
})
