import { getMandate, scheduleDebit } from '@adire/contract/direct-debit.ts'
import { consentVersion } from '@adire/contract/mandate-consent.ts'
import { confirmMandate, requestMandateOtp, simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { messages } from '@adire/contract/messages.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './support/axe.ts'
import { chooseBank } from './support/banks.ts'
import { type Business, mailTo, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { lagosDay, moveByDays, moveToNoon, moveToNoonOf } from './support/clock.ts'
import { openExport, saveExport } from './support/export.ts'
import { flexibleMandate, statusRegion } from './support/mandates.ts'
import { openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const rows = (page: Page) => page.getByRole('table', { name: 'Mandates' }).locator('tbody tr')
const debits = (page: Page) => page.getByRole('region', { name: 'Debits of this mandate' }).getByRole('listitem')
const parseCode = (url: string) => url.match(/\/mandate\/(\w+)/)![1]!

/** Fills in the bank and an account number. */
async function fillAccount(page: Page, accountNumber: string) {
  await chooseBank(page, 'guaranty', 'Guaranty Trust Bank')
  await page.getByLabel('Account Number').fill(accountNumber)
}

/** The customer's part of the consent, by API calls. */
async function agreeAndSend(business: Business, accessCode: string) {
  await business.call(requestMandateOtp, { accessCode })
  const agreed = { accessCode, otp: '123456', textVersion: consentVersion, accepted: true as const }
  await business.call(confirmMandate, agreed)
  await business.call(simulateMandateTransfer, { accessCode, outcome: 'exact' })
}

test('a mandate goes from a draft to three debits, one of them retried, and is cancelled [S2.4-04] [S3-10] [S4-09] [S7.5-08]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  // Otherwise midnight in Lagos may come before the consent, which is too late for a debit on the next day.
  await moveToNoon(business, 1)
  await signIn(page, business, '/directDebit')
  await expect(page.getByText('No mandates yet')).toBeVisible()
  await test.step('mandates are imported from a file, after a report of its errors', async () => {
    const titles = 'customer_email,customer_name,bank,account_number,kind,amount,frequency,start_on,narration'
    const row = (email: string, account: string) =>
      `${email},Imported,058,${account},fixed,"12,500.00",monthly,${lagosDay(7)},Gym`
    const choose = (...rows: string[]) =>
      page.getByLabel('CSV file of mandates').setInputFiles({
        name: 'mandates.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from([titles, ...rows].join('\n')),
      })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    const report = dialog(page, 'Import mandates')
    await page.getByLabel('CSV file of mandates').evaluate((input) => {
      // As the browser does when the user closes its window without a file.
      input.dispatchEvent(new Event('cancel', { bubbles: true }))
    })
    await choose(row('good@example.com', '0000000018'), row('bad@example.com', '18'))
    await expect(report.getByRole('status')).toHaveText('1 ready, 1 with errors')
    await expect(report.getByRole('region', { name: 'Errors' })).toContainText('Line 3, bad@example.com')
    await expectAccessible(page, 'a file of mandates with errors')
    await report.getByRole('button', { name: 'Import 1 mandate' }).click()
    await dialog(page, 'Import 1 mandate?').getByRole('button', { name: 'Import', exact: true }).click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await choose(row('good@example.com', '0000000018'))
    await expect(report.getByRole('status')).toHaveText(/^0 ready, 1 left out/)
    await report.getByRole('button', { name: 'Cancel' }).click()
  })
  await page.getByRole('link', { name: 'New mandate' }).first().click()
  const form = page.getByRole('main')
  await expect(form.getByRole('heading', { level: 1, name: 'New mandate' })).toBeVisible()
  await expect(form.getByText(/debit my account ending \[number\] at \[bank\]/)).toBeVisible()
  await form.getByRole('button', { name: 'Save draft' }).click()
  await expect(form.getByText(messages.bankRequired)).toBeVisible()
  await expect(form.getByText(messages.accountNumberRequired)).toBeVisible()
  await expect(form.getByRole('button', { name: 'Send to customer' })).toBeDisabled()
  await expectAccessible(page, 'a new mandate with errors')
  const email = randomEmail('efe')
  await form.getByLabel('Customer’s email').fill(email)
  await form.getByLabel('Customer’s name').fill('Efe Igho')
  await fillAccount(page, '0000000087')
  await expect(form.getByText(/^Account name:/)).toBeVisible()
  await expect(form.getByText('The name differs from the customer’s, Efe Igho.')).toBeVisible()
  await form.getByText('Fixed amount', { exact: true }).click()
  await form.getByLabel('Amount of each debit').fill('12500')
  await form.getByLabel('How often').selectOption({ label: 'Every week' })
  await form.getByLabel('What for').fill('School fees')
  await expect(form.getByText(/NGN\s12,500\.00 every week, first on/)).toBeVisible()
  // The form proposes tomorrow.
  const firstDay = await form.getByLabel('First debit').inputValue()
  const creating = page.waitForRequest(
    (request) => request.url().endsWith('/direct-debit') && request.method() === 'POST',
  )
  await form.getByRole('button', { name: 'Save draft' }).click()
  expect((await creating).postDataJSON()).toMatchObject({ draft: true, amountKobo: 1_250_000, frequency: 'weekly' })

  await expect(page.getByRole('heading', { level: 1, name: 'Efe Igho' })).toBeVisible()
  await expect(statusRegion(page)).toContainText('Only you have seen this draft')
  await expect(page.getByText('The name differs')).toBeVisible()
  await page.getByRole('link', { name: 'Edit' }).click()
  const edit = page.getByRole('main')
  await expect(edit.getByRole('heading', { level: 1, name: /^Edit MND-/ })).toBeVisible()
  await expect(edit.getByText('Left empty, the account stays as it is.')).toBeVisible()
  await edit.getByLabel('What for').fill('School fees, second term')
  await edit.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Efe Igho' })).toBeVisible()
  await expect(page.getByText('School fees, second term')).toBeVisible()
  await page.getByRole('button', { name: 'Send to customer' }).click()
  await expect(statusRegion(page)).toContainText('Waiting for the customer’s consent')

  // The page updates by itself after actions of the customer and the bank.
  const request = await mailTo(email, /debit/)
  await agreeAndSend(business, parseCode(request.text))
  await moveByDays(business, 0.01)
  await expect(statusRegion(page)).toContainText('The account can be debited.')
  await expect(debits(page)).toHaveCount(1)
  await expect(debits(page)).toContainText('Scheduled')
  await moveToNoonOf(business, firstDay)
  await page.reload()
  await expect(debits(page).filter({ hasText: 'Will be tried again' })).toContainText(/Tried 1 of 3 times/)
  await moveByDays(business, 17)
  await page.reload()
  await expect(debits(page).filter({ hasText: 'Successful' })).toHaveCount(3)
  await expect(debits(page).filter({ hasText: 'Tried 2 times' }).first()).toBeVisible()
  await expect(page.getByText(/37,500/).first()).toBeVisible()
  await expectAccessible(page, 'a mandate with debits', 'main')
  await page.getByRole('link', { name: 'Transactions', exact: true }).last().click()
  await expect(page.getByRole('table', { name: 'Transactions of this mandate' }).locator('tbody tr')).not.toHaveCount(0)

  await cancelAfterFailure(page)
})

/** Checks all states: idle, loading, failure, cleared; then success, cleared. */
async function cancelAfterFailure(page: Page) {
  const open = async () => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Cancel mandate' }).click()
  }
  const modal = dialog(page, 'Cancel this mandate?')
  await page.route('**/direct-debit/*/cancel', (route) => route.fulfill({ status: 500, body: '{}' }))
  await open()
  await modal.getByRole('button', { name: 'Cancel mandate' }).click()
  await expect(modal.getByRole('alert')).toContainText(messages.tryAgainLater)
  await modal.getByLabel('Why').fill('The term is over')
  await expect(modal.getByRole('alert')).toHaveCount(0)
  await page.unroute('**/direct-debit/*/cancel')

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/direct-debit/*/cancel', async (route) => {
    await held
    await route.continue()
  })
  await modal.getByRole('button', { name: 'Cancel mandate' }).click()
  await expect(modal.getByRole('button', { name: messages.pleaseWait })).toBeVisible()
  release()
  const done = page.getByText(
    'The mandate is cancelled. Nothing more will be debited with it, unless a debit is at the bank already.',
  )
  await expect(done).toBeVisible()
  await expect(modal).toHaveCount(0)
  await expect(statusRegion(page)).toContainText('It was cancelled. The term is over')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(done).toHaveCount(0)
}

test('a flexible mandate is debited on a date and on demand, and is found in list, calendar, palette and at its customer', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  const email = randomEmail('ada')
  const mandate = await flexibleMandate(business, email)
  await agreeAndSend(business, parseCode(mandate.consentUrl!))
  await moveByDays(business, 1.2)
  await signIn(page, business, `/directDebit/${mandate.slug}`)
  await page.getByRole('button', { name: 'Debit', exact: true }).click()
  const modal = dialog(page, 'Debit Ada Obi')
  await expect(modal.getByLabel('Amount')).toHaveValue('')
  await modal.getByRole('button', { name: 'Debit', exact: true }).click()
  await expect(modal.getByRole('alert')).toBeVisible()
  const confirmDebit = async (amount: RegExp) => {
    await modal.getByRole('button', { name: amount }).click()
    return dialog(page, /^Debit NGN.* on .*\?$/)
  }
  await modal.getByLabel('Amount').fill('50000.01')
  const tooMuch = await confirmDebit(/^Debit NGN\s50,000\.01$/)
  await tooMuch.getByRole('button', { name: /^Debit NGN\s50,000\.01$/ }).click()
  await expect(modal.getByRole('alert')).toBeVisible()
  await modal.getByLabel('Amount').fill('20000')
  const question = await confirmDebit(/^Debit NGN\s20,000\.00$/)
  await expectAccessible(page, 'the confirmation of a debit')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(modal.getByLabel('Amount')).toHaveValue('20,000.00')
  await confirmDebit(/^Debit NGN\s20,000\.00$/)
  await question.getByRole('button', { name: /^Debit NGN\s20,000\.00$/ }).click()
  await expect(modal).toHaveCount(0)
  await expect(debits(page)).toHaveCount(1)
  await expect(debits(page)).toContainText(/Will be debited on .*, 09:00/)
  await moveByDays(business, 3)
  await page.reload()
  await expect(debits(page)).toContainText('Successful')
  await page.getByRole('button', { name: 'Debit', exact: true }).click()
  await modal.getByLabel('Amount').fill('7500')
  await expectAccessible(page, 'a debit')
  await confirmDebit(/^Debit NGN\s7,500\.00$/)
  await question.getByRole('button', { name: /^Debit NGN\s7,500\.00$/ }).click()
  await expect(modal).toHaveCount(0)
  await expect(debits(page)).toHaveCount(2)

  const { nextDebitAt } = await business.call(getMandate, { id: mandate.slug })
  await openInApp(page, `/directDebit?view=calendar&month=${nextDebitAt!.slice(0, 7)}`)
  const grid = page.getByRole('grid')
  const day = grid.getByRole('button', { name: /1 to come, NGN\s7,500\.00/ })
  await day.click()
  await expect(page.getByRole('main').getByRole('link', { name: 'Ada Obi' })).toBeVisible()
  await expectAccessible(page, 'the calendar of debits', 'main')
  await day.press('ArrowRight')
  await expect(page.getByText('No debits on this day.')).toBeVisible()
  await expect(grid.locator(':focus')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('ArrowLeft')
  await expect(day).toBeFocused()
  await page.getByRole('main').getByRole('link', { name: 'Ada Obi' }).click()
  await debits(page)
    .getByRole('button', { name: /^Cancel/ })
    .click()
  await dialog(page, /^Cancel the debit of/)
    .getByRole('button', { name: 'Cancel debit' })
    .click()
  await expect(debits(page).filter({ hasText: 'Cancelled' })).toHaveCount(1)

  const { id: mandateId } = mandate
  await test.step('the customer skips one debit on the page of the mandate, which continues', async () => {
    await business.call(scheduleDebit, { mandateId, amountKobo: 120_000, date: lagosDay(18) })
    const customer = await page.context().newPage()
    await customer.goto(mandate.consentUrl!)
    await customer.getByRole('link', { name: /^Skip this debit/ }).click()
    await expect(customer.getByRole('heading', { name: /^Skip the debit of NGN\s1,200\.00 on/ })).toBeVisible()
    await expectAccessible(customer, 'a debit to skip')
    await customer.getByRole('button', { name: 'Skip this debit' }).click()
    await expect(customer.getByText('Skipped by you')).toBeVisible()
    await customer.close()
    await expect(debits(page).filter({ hasText: 'Skipped by customer' })).toHaveCount(1)
  })
  const poor = await business.call(scheduleDebit, { mandateId, amountKobo: 330_000, date: lagosDay(20) })
  for (let attempt = 0; attempt < 3; attempt++)
    await business.call(playOutcome, { kind: 'debit', id: poor.id, name: 'insufficient_funds' })
  await page.getByRole('button', { name: /^Debit again/ }).click()
  await expect(modal.getByLabel('Amount')).toHaveValue('3,300.00')
  await page.keyboard.press('Escape')

  await openInApp(page, '/directDebit')
  await page.getByRole('link', { name: 'Waiting' }).click()
  await expect(page.getByText('Nothing found')).toBeVisible()
  await page.getByRole('button', { name: 'Show all mandates' }).click()
  await page.getByRole('searchbox').fill(email.slice(0, 6))
  await expect(rows(page)).toHaveCount(1)
  await expect(rows(page)).toContainText('Ready to debit')
  const { name, lines } = await saveExport(page, await openExport(page))
  expect([name, lines.length]).toEqual(['mandate.csv', 2])
  await test.step('the menu of a row has the actions of the mandate', async () => {
    const menu = page.getByRole('button', { name: 'Actions for Ada Obi' })
    await menu.click()
    await page.getByRole('button', { name: 'Debit', exact: true }).click()
    await expect(modal.getByLabel('Amount')).toHaveValue('')
    await page.keyboard.press('Escape')
    await menu.click()
    await page.getByRole('button', { name: 'Cancel mandate' }).click()
    await dialog(page, 'Cancel this mandate?').getByRole('button', { name: 'Cancel mandate' }).click()
    await expect(page.getByText('The mandate of Ada Obi is cancelled')).toBeVisible()
    await expect(rows(page)).toContainText('Cancelled')
    await expect(menu).toHaveCount(0)
    await expect(page.getByRole('table', { name: 'Mandates' })).toBeFocused()
  })
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(mandate.reference)
  await page.getByRole('option', { name: /Ada Obi/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Obi' })).toBeVisible()
  await page.getByRole('definition').getByRole('link', { name: 'Ada Obi' }).click()
  await expect(page.getByRole('table', { name: 'Mandates of this customer' })).toContainText(mandate.reference)
})
