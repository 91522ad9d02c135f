import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import type { Settlement } from '@adire/contract/settlements-schemas.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { type Business, mailTo, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { businessDay, moveToNoon } from './support/clock.ts'
import { openExport, saveExport } from './support/export.ts'
import { openInApp } from './support/session.ts'
import { simulateOutcome } from './support/simulate.ts'
import { test } from './support/test.ts'

const accessBank = 1
const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2045 }
const main = (page: Page) => page.getByRole('main')

async function pay(business: Business, amountKobo: number) {
  const name = `Lace ${crypto.randomUUID()}`
  const { slug } = await business.call(createPaymentLink, { name, amountKobo, feeBearer: 'merchant' })
  const begun = { slug, checkoutId: crypto.randomUUID(), email: randomEmail('ada'), name: 'Ada Obi' }
  const { accessCode, reference } = await business.call(startPayment, begun)
  await business.call(payByCard, { accessCode, ...card })
  return (await business.call(listPayments, { search: reference })).content[0]!
}

/** Five days always contain a working day; at noon that day's transfers have been attempted. */
const fiveDaysOn = (business: Business) => moveToNoon(business, 5)

const findSettlement = async (business: Business) => (await business.call(listSettlements, {})).content[0]!

/** Moves the clock day by day until the newest settlement has this status; a week always contains a working day. */
async function untilSettlementIs(status: Settlement['status'], business: Business): Promise<void> {
  for (let day = 0; day < 8; day++) {
    await moveToNoon(business, 1)
    if ((await findSettlement(business))?.status === status) return
  }
  throw new Error(`No settlement was ${status} within eight days`)
}

test('proceeds are settled, a returned payout is sent again, and the amounts on screen add up [S2.3-01] [S2.4-07] [S2.4-13] [S2.4-15] [S4-10] [S7.4-01]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  await signIn(page, business, '/payouts')
  await expect(main(page)).toContainText('No settlements yet')
  await expectAccessible(page, 'no settlements')
  await test.step('the schedule of payouts is changed, and changed back', async () => {
    const schedule = page.getByRole('dialog', { name: 'Payout schedule' })
    const choose = async (label: string) => {
      await page.getByRole('button', { name: 'Change schedule' }).click()
      await schedule.getByText(label, { exact: true }).click()
      if (label === 'Every week') {
        await schedule.getByRole('combobox', { name: 'Weekday' }).selectOption({ label: 'Thursday' })
        await expectAccessible(page, 'the payout schedule')
      }
      await schedule.getByRole('button', { name: 'Save schedule' }).click()
      await expect(schedule).toHaveCount(0)
    }
    await choose('Every week')
    await expect(main(page)).toContainText('every week on Thursday')
    await choose('Every working day')
    await expect(main(page)).toContainText('every working day')
  })

  await business.call(addBankAccount, { bankId: accessBank, accountNumber: '0000000031' })
  await pay(business, 2_000_000)
  const refunded = await pay(business, 500_000)
  await business.call(requestRefund, { id: refunded.id, amountKobo: 100_000, reason: 'duplicate' })
  const yearOfPayments = (await businessDay(business, 0)).slice(0, 4)
  await untilSettlementIs('failed', business)
  await page.goto('/payouts')
  await expect(page.getByRole('row', { name: /Returned/ })).toBeVisible()
  await page
    .getByRole('row', { name: /Returned/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'The bank sent the money back' })).toBeVisible()
  await expect(main(page)).toContainText(/Closing balance\s*NGN.23,381\.87/)
  await expect(page.getByRole('table', { name: 'Lines of the settlement' })).toBeVisible()
  await expectAccessible(page, 'a settlement that was returned')

  await business.call(addBankAccount, { bankId: accessBank, accountNumber: '0000000017', primaryAccount: true })
  // The new account is used after one day; a transfer before that is returned again.
  await untilSettlementIs('success', business)
  const paid = await findSettlement(business)
  expect(paid.status).toBe('success')
  await page.goto(`/payouts/${paid.id}/${paid.lastDay}`)
  // After one return, the breakdown is the same as for a direct payout.
  for (const part of [
    /Opening balance, brought forward\s*NGN.0\.00/,
    /Customers paid\s*NGN.25,000\.00/,
    /Fees\s*.NGN.575\.00/,
    /VAT on the fees\s*.NGN.43\.13/,
    /Refunds\s*.NGN.1,000\.00/,
    /Stamp duty\s*.NGN.50\.00/,
    /Paid to your bank\s*NGN.23,331\.87/,
    /Closing balance\s*NGN.0\.00/,
    /It adds up\. Difference from our books:\s*NGN.0\.00/,
    paid.narration,
  ])
    await expect(main(page)).toContainText(part)
  await test.step('the session ID is copied, for the bank', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /^Copy session ID/ }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(paid.bankReference)
  })
  const lines = page.getByRole('table', { name: 'Lines of the settlement' })
  await page.getByRole('link', { name: /^Everything/ }).click()
  await expect(lines.getByRole('row')).toHaveCount(4)
  await page.getByLabel('Kind of line').selectOption({ label: 'Refunds' })
  await expect(lines.getByRole('row')).toHaveCount(2)
  await expect(lines).toContainText(/.NGN.1,000\.00/)
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - heading "NGN 23,331.87" [level=1]
      - button "Statement"
      - term: Refunds
      - definition: −NGN 1,000.00
      - region "What was settled":
        - navigation "Days"
        - search:
          - combobox "Kind of line"
        - table "Lines of the settlement":
          - rowgroup:
            - row "What Settled Time"
      - heading "Timeline" [level=2]
  `)
  const ofLines = await saveExport(page, await openExport(page))
  expect(ofLines.name).toBe('settlement.csv')
  expect(ofLines.lines).toHaveLength(4)

  // PDF statements: this settlement, and all of a period.
  const ofOne = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Statement' }).click()
  expect((await ofOne).suggestedFilename()).toBe(`${paid.reference}.pdf`)
  await page.getByRole('link', { name: 'See transactions' }).click()
  const payments = page.getByRole('table', { name: 'Transactions' })
  await expect(payments.getByRole('row')).toHaveCount(3)
  const chip = page.getByRole('button', { name: `Settlement: ${paid.reference}` })
  await expect(chip).toBeVisible()
  // Counts cover all payments, so beside this filter they are not shown.
  await expect(page.getByRole('link', { name: 'All', exact: true })).toBeVisible()
  await chip.click()
  await expect(page).toHaveURL('/transactions')
  await openInApp(page, `/payouts/${paid.id}/${paid.lastDay}`)
  await page.getByRole('link', { name: 'View transfer', exact: true }).click()
  await expect(page).toHaveURL(`/transfer-detail?settlement=${paid.id}`)
  await expect(page.getByRole('heading', { name: 'Attempts' })).toBeVisible()
  await expect(main(page)).toContainText(paid.bankReference!)
  await expect(main(page)).toContainText('is back in your balance')
  await expectAccessible(page, 'a transfer')

  // Pasted text of a bank alert opens the settlement; Back leads to the list.
  await openInApp(page, '/payouts')
  const search = page.getByLabel('Paste a line of your bank’s alert')
  await search.fill('Salary of Ada')
  await expect(main(page)).toContainText('Nothing to look for yet')
  await search.fill(`NIP CR/${paid.narration}/0017`)
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}`)

  // The pages below the list keep the dates, too.
  const dates = 'startDate=2020-01-01&endDate=2060-01-01'
  await openInApp(page, `/payouts?${dates}`)
  await main(page).getByRole('table').locator(`a[href^="/payouts/${paid.id}"]`).click()
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}?${dates}`)
  await page.getByRole('link', { name: /^Everything/ }).click()
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}?lines=all&${dates}`)
  await page.getByLabel('Kind of line').selectOption({ label: 'Refunds' })
  await main(page).getByRole('navigation', { name: 'Days' }).getByRole('link').last().click()
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}?${dates}`)
  await page.getByRole('link', { name: 'View transfer', exact: true }).click()
  await expect(page).toHaveURL(`/transfer-detail?settlement=${paid.id}&${dates}`)
  await page.getByRole('link', { name: 'What was settled' }).click()
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}?${dates}`)
  await main(page).getByRole('link', { name: 'Settlements', exact: true }).click()
  await expect(page).toHaveURL(`/payouts?${dates}`)
  await search.fill(paid.narration)
  await expect(page).toHaveURL(`/payouts/${paid.id}/${paid.lastDay}?${dates}`)

  // Tabs keep the dates.
  await openInApp(page, `/payouts?${dates}`)
  await page.getByRole('link', { name: /^Paid\s*1$/ }).click()
  await expect(page).toHaveURL('/payouts?startDate=2020-01-01&endDate=2060-01-01&status=success')
  await expect(page.getByRole('table', { name: 'Settlements' }).getByRole('row')).toHaveCount(2)
  const file = await saveExport(page, await openExport(page))
  expect([file.name, file.lines.length]).toEqual(['settlement.csv', 2])
  await test.step('the menu of a row has the files of the settlement', async () => {
    const menu = page.getByRole('button', { name: `Actions for ${paid.reference}` })
    const ofRow = page.waitForEvent('download')
    await menu.click()
    await page.getByRole('table').getByRole('button', { name: 'Statement' }).click()
    expect((await ofRow).suggestedFilename()).toBe(`${paid.reference}.pdf`)
    await menu.click()
    await page.getByRole('button', { name: 'Export lines' }).click()
    const exported = await saveExport(page, page.getByRole('dialog', { name: 'Export lines' }))
    expect([exported.name, exported.lines.length]).toEqual(['settlement.csv', 4])
  })
  await page.getByRole('button', { name: 'Statement' }).click()
  const modal = page.getByRole('dialog', { name: 'Account statement' })
  await modal.getByRole('button', { name: 'Download PDF' }).click()
  await expect(modal).toContainText('Choose at most 400 days')
  await modal.getByLabel('First day').fill(paid.dueOn)
  await modal.getByLabel('Last day').fill(paid.dueOn)
  await expectAccessible(page, 'asking for an account statement')
  const ofPeriod = page.waitForEvent('download')
  await modal.getByRole('button', { name: 'Download PDF' }).click()
  expect((await ofPeriod).suggestedFilename()).toBe(`statement-${paid.dueOn}-${paid.dueOn}.pdf`)
  await expect(modal).toBeHidden()
  await page.getByRole('link', { name: /^On hold/ }).click()
  await expect(page).toHaveURL('/payouts?startDate=2020-01-01&endDate=2060-01-01&status=on_hold')
  await expect(main(page)).toContainText('No such settlements')

  await test.step('the days of the journal are written as all dates, until they are edited', async () => {
    await openInApp(page, '/reports')
    const firstDay = page.getByLabel('First day')
    const written = firstDay.locator('xpath=following-sibling::*')
    await expect(written).toHaveText(/^01 [A-Z][a-z]{2} 20\d\d$/)
    await firstDay.fill('2026-03-04')
    await expect(written).toBeHidden()
    await page.getByLabel('Last day').focus()
    await expect(written).toHaveText('04 Mar 2026')
    await expect(written).toBeVisible()
  })

  await test.step('refunds of a month are below its gross amount where they have no column', async () => {
    await page.getByLabel('Year').selectOption(yearOfPayments)
    const refunded = page.getByText(/^1,000\.00 refunded$/)
    await expect(refunded).toBeHidden()
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(refunded).toBeVisible()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('a year without payments has no table of fees', async () => {
    await expect(page.getByRole('table', { name: 'Fees and VAT by month' })).toBeVisible()
    await expect(main(page)).toContainText('refunds when they left your balance')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    await expect(page.getByText(messages.csvDownloaded)).toBeVisible()
    await page.getByLabel('Year').selectOption('2020')
    await expect(main(page)).toContainText('No money moved in 2020')
  })

  await test.step('a report is scheduled, sent now and opened by the link of its email', async () => {
    await page.getByRole('button', { name: 'Schedule report' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Report').selectOption('Settlements')
    await dialog.getByLabel('How often').selectOption('Every month')
    await expect(dialog.getByRole('checkbox')).toBeChecked()
    await dialog.getByRole('checkbox').uncheck()
    await dialog.getByRole('button', { name: 'Schedule report' }).click()
    await expect(dialog).toContainText('Choose who gets the report')
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Schedule report' }).click()
    await expect(page.getByRole('list', { name: 'Scheduled reports' })).toContainText(`CSV, to ${business.email}`)
    await page.getByRole('button', { name: 'Schedule report' }).click()
    await dialog.getByLabel('Report').selectOption('Settlements')
    await dialog.getByLabel('How often').selectOption('Every month')
    await dialog.getByRole('button', { name: 'Schedule report' }).click()
    await expect(dialog.getByRole('alert')).toContainText('This report is already scheduled for the same people.')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Send now' }).click()
    const sent = page.getByRole('table', { name: 'Sent reports' })
    await expect(sent.getByRole('row')).toHaveCount(2)
    await expect(sent).toContainText('Sent')
    const mail = await mailTo(business.email, /^\[Test\] Settlements: /)
    await page.goto(new URL(mail.text.match(/https?:\S+\/open\?\S+/)![0]).href)
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download CSV', exact: true }).click()
    expect((await file).suggestedFilename()).toMatch(/^settlements-\d{4}-\d\d-01-\d{4}-\d\d-\d\d\.csv$/)
  })

  await test.step('the accounts of the journal are those of the business, and can be reset', async () => {
    await page.getByText('Accounts used in the journal').click()
    await page.getByRole('button', { name: 'Edit accounts' }).click()
    const sales = page.getByRole('dialog').getByRole('group', { name: 'Sales', exact: true })
    await sales.getByLabel('Code').fill('4100')
    await sales.getByLabel('Name').fill('Ankara sales')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(main(page)).toContainText('4100Ankara sales')
    await expectAccessible(page, 'reports')
    await page.getByRole('button', { name: 'Edit accounts' }).click()
    await page.getByRole('button', { name: 'Reset to default' }).click()
    await expect(main(page)).toContainText('4000Sales')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a settlement without a bank account is on hold and links to the page where one is added', async ({
    page,
    baseURL,
  }) => {
    test.slow()
    const business = await newBusiness(baseURL!)
    await pay(business, 2_000_000)
    await fiveDaysOn(business)
    await signIn(page, business, '/payouts')
    await expect(main(page)).toContainText('There is no bank account to pay to')
    await expectNoSidewaysScroll(page, 'settlements on a phone')
    const { id, lastDay } = await findSettlement(business)
    await page.getByRole('main').locator(`a[href^="/payouts/${id}"]`).click()
    await expect(page).toHaveURL(`/payouts/${id}/${lastDay}`)
    await expect(page.getByRole('heading', { name: 'How it adds up' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Lines of the settlement' })).toBeVisible()
    await expectNoSidewaysScroll(page, 'a settlement on a phone')
    await expectAccessible(page, 'a settlement on hold on a phone')
    await page.getByRole('link', { name: 'See your bank accounts' }).click()
    await expect(page).toHaveURL('/settings/bank-accounts')

    // With a bank account, the bank can be simulated.
    await business.call(addBankAccount, { bankId: accessBank, accountNumber: '0000000017', primaryAccount: true })
    await page.goto(`/payouts/${id}/${lastDay}`)
    await simulateOutcome(page, 'The bank pays it')
    await expect(main(page)).toContainText(/Paid to your bank\s*NGN.19,520\.00/)

    await test.step('the bank sends it back later', async () => {
      await simulateOutcome(page, 'The bank sends it back later')
      await expect(main(page).getByText('Paid, then returned')).toBeVisible()
      await expect(main(page).getByRole('status').filter({ hasText: 'added to the next settlement' })).toContainText(
        /NGN.19,520\.00 came back on \d\d/,
      )
      await expectNoSidewaysScroll(page, 'a settlement that came back, on a phone')
      await expectAccessible(page, 'a settlement that came back')
    })

    await test.step('the bank pays it after all: no warning that it came back is left, and the list says the same', async () => {
      await simulateOutcome(page, 'The bank pays it after all')
      await expect(main(page).getByText('Returned, then paid')).toBeVisible()
      await expect(main(page).getByRole('status').filter({ hasText: 'paid it after all' })).toContainText(
        /The bank returned NGN.19,520\.00 and paid it after all on \d\d.*We take it from your balance again/,
      )
      await expect(main(page).getByText('was added to the next settlement')).toHaveCount(0)
      await expectAccessible(page, 'a settlement that was paid after all')
      await page.goto('/payouts')
      await expect(main(page).getByText('Returned, then paid')).toBeVisible()
      await expect(main(page).getByText('Paid, then returned')).toHaveCount(0)
    })
  })
})
