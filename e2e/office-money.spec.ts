import { addBankAccount } from '@adire/contract/bank-accounts.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listSettlements } from '@adire/contract/settlements.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { openBackOffice } from './support/back-office.ts'
import { type Business, newBusiness, signIn } from './support/business.ts'
import { randomEmail } from './support/checkout.ts'
import { moveToNoon } from './support/clock.ts'
import { goInApp, openInApp } from './support/session.ts'
import { test } from './support/test.ts'

const card = { number: '4084084084084081', cvv: '408', expiryMonth: 12, expiryYear: 2045 }
const findSettlement = async (business: Business) => (await business.call(listSettlements, {})).content[0]

/** A business whose payout has come back from its bank. Returns the reference of the payout. */
async function withReturnedPayout(business: Business): Promise<string> {
  await business.call(addBankAccount, { bankId: 1, accountNumber: '0000000031' })
  const { slug } = await business.call(createPaymentLink, {
    name: `Lace ${crypto.randomUUID()}`,
    amountKobo: 2_000_000,
  })
  const begun = { slug, checkoutId: crypto.randomUUID(), email: randomEmail('ada'), name: 'Ada Obi' }
  const { accessCode } = await business.call(startPayment, begun)
  await business.call(payByCard, { accessCode, ...card })
  return untilFailed(business)
}

/** Moves the clock day by day until the payout has come back; a week always contains a working day. */
async function untilFailed(business: Business): Promise<string> {
  for (let day = 0; day < 8; day++) {
    await moveToNoon(business, 1)
    const settlement = await findSettlement(business)
    if (settlement?.status === 'failed') return settlement.reference
  }
  throw new Error('No payout came back within eight days')
}

test('a payout is held with a reason, released, comes back, and is sent again', async ({ page, browser, baseURL }) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  const reference = await withReturnedPayout(business)
  await openBackOffice(page, baseURL!, 'finance', `/money?mode=TEST&search=${reference}`)
  const row = page.getByRole('row', { name: new RegExp(reference) })
  const choose = async (action: string) => {
    await row.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('button', { name: action, exact: true }).click()
  }

  await test.step('hold', async () => {
    await expect(row.getByText('Returned')).toBeVisible()
    await choose('Hold')
    const dialog = page.getByRole('dialog', { name: /^Hold NGN/ })
    await dialog.getByRole('button', { name: 'Hold payout' }).click()
    await expect(dialog.getByText('This field must not be empty!')).toBeVisible()
    await dialog.getByLabel('Reason for the business').fill('we are checking your last payments')
    await expectAccessible(page, 'holding a payout')
    await dialog.getByRole('button', { name: 'Hold payout' }).click()
    await expect(row.getByText('Held by us')).toBeVisible()
    const { id, lastDay, hold } = (await findSettlement(business))!
    expect(hold?.message).toContain('we are checking your last payments')
    // The bank account is not the reason, so the business is led to us.
    const phone = await browser.newPage({ viewport: { width: 390, height: 844 } })
    await signIn(phone, business, `/payouts/${id}/${lastDay}`)
    const notice = phone.getByRole('status').filter({ hasText: hold!.message })
    await expect(notice.getByRole('link')).toHaveText('help@adire.example')
    await phone.context().close()
  })

  await test.step('release', async () => {
    await choose('Release')
    await page
      .getByRole('dialog', { name: /^Release NGN/ })
      .getByRole('button', { name: 'Release' })
      .click()
    await expect(row.getByText('Due', { exact: true })).toBeVisible()
    expect(await untilFailed(business)).toBe(reference)
  })

  await test.step('retry', async () => {
    await page.reload()
    await expect(row.getByText('Returned')).toBeVisible()
    await choose('Send again')
    await page
      .getByRole('dialog', { name: /again\?$/ })
      .getByRole('button', { name: 'Send again' })
      .click()
    await expect(row.getByText('Due', { exact: true })).toBeVisible()
  })

  await test.step('the page of the business names its status and its day as the list does', async () => {
    await goInApp(page, `/operator/merchants/${business.merchantId}`)
    const settlement = page.getByRole('listitem').filter({ hasText: `${reference}, due` })
    await expect(settlement.getByText('Due', { exact: true })).toBeVisible()
    await expect(settlement).toContainText(/due \d\d \w{3} \d{4}/)
  })

  await test.step('the trial balance leads to the posting of the payout', async () => {
    await goInApp(page, '/operator/money/ledger?mode=TEST')
    await expect(page.getByText('Balanced')).toBeVisible()
    const total = page.getByRole('row', { name: /^Total/ }).getByRole('cell')
    await expect(total.nth(1)).toContainText('NGN')
    await expect(total.nth(2)).toHaveText(/^NGN/)
    // Both at the same moment: payments of other stories change them.
    await expect.poll(async () => new Set((await total.allInnerTexts()).slice(1, 3)).size).toBe(1)
    await page.getByRole('link', { name: 'Collected' }).click()
    await page.getByRole('table', { name: 'Accounts' }).getByRole('link').first().click()
    await page.getByRole('table', { name: 'Postings' }).getByRole('button').first().click()
    await expect(
      page
        .getByRole('dialog')
        .getByText(/^(Collected|Fees earned|At the processors)/)
        .first(),
    ).toBeVisible()
    await expectAccessible(page, 'a posting')
  })

  await test.step('a bank statement is imported', async () => {
    await goInApp(page, '/operator/money/reconciliation')
    await page.getByRole('button', { name: 'Import statement' }).click()
    const dialog = page.getByRole('dialog', { name: 'Import a bank statement' })
    await dialog.getByRole('button', { name: 'Import statement' }).click()
    await expect(dialog.getByText('Choose a file')).toBeVisible()
    const csv = `Trans Date,Ref No,Remarks,Withdrawals,Deposits\n04/11/2026,${crypto.randomUUID()},CHARGES,50.00,\n`
    await dialog
      .getByLabel('Statement')
      .setInputFiles({ name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
    await dialog.getByLabel('Account number').fill('0123456789')
    await expectAccessible(page, 'the import of a bank statement')
    await dialog.getByRole('button', { name: 'Import statement' }).click()
    await expect(page.getByText('1 line read, 1 of them new')).toBeVisible()
  })

  await test.step('on a phone nothing scrolls sideways', async () => {
    await page.setViewportSize({ width: 320, height: 700 })
    for (const path of ['/money?mode=TEST', '/money/statement?mode=TEST', '/money/reconciliation']) {
      await openInApp(page, `/operator${path}`)
      await expectNoSidewaysScroll(page, path)
    }
  })
})

test('a rule stops a payer, and the alert is closed with a block', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const { slug } = await business.call(createPaymentLink, {
    name: `Lace ${crypto.randomUUID()}`,
    amountKobo: 2_000_000,
  })
  const email = randomEmail('thief')
  const pay = async () => {
    const begun = { slug, checkoutId: crypto.randomUUID(), email, name: 'Ada Obi' }
    const { accessCode } = await business.call(startPayment, begun)
    return (await business.call(payByCard, { accessCode, ...card })).status
  }
  const { content } = await business.call(listMerchants, { userEmail: business.email })
  const { merchantCode } = content[0]!
  await openBackOffice(page, baseURL!, 'admin', '/risk/rules')

  await test.step('a rule', async () => {
    await page.getByRole('button', { name: 'Add rule' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a rule' })
    await dialog.getByLabel('Name').fill(`Of ${email}`)
    // A number of payments does not become as many kobo.
    await dialog.getByLabel('Counts').selectOption('amount')
    await expect(dialog.getByLabel('At most')).toHaveValue('500,000.00')
    await dialog.getByLabel('Counts').selectOption('payments')
    await expect(dialog.getByLabel('At most')).toHaveValue('10')
    await dialog.getByLabel('At most').fill('1')
    await dialog.getByLabel('Above it').selectOption('block')
    await dialog.getByLabel('Mode').selectOption('TEST')
    // A rule for every business would also stop payers of the tests that run at the same time.
    await dialog.getByLabel('Only for business').fill(merchantCode)
    await expectAccessible(page, 'a risk rule')
    await dialog.getByRole('button', { name: 'Save rule' }).click()
    await expect(page.getByRole('row', { name: new RegExp(email) }).getByText('Stops')).toBeVisible()
    expect([await pay(), await pay()]).toEqual(['success', 'failed'])
  })

  await test.step('its alert', async () => {
    await goInApp(page, '/operator/risk')
    const row = page.getByRole('row', { name: new RegExp(email) })
    await expect(row).toBeVisible()
    await expectAccessible(page, 'risk alerts')
    await row.getByRole('link').click()
    await expect(page.getByText('Of them stopped')).toBeVisible()
    await page.getByRole('button', { name: 'Block', exact: true }).click()
    const block = page.getByRole('dialog', { name: `Block ${email}` })
    await block.getByLabel('Reason').fill('Stolen cards')
    await block.getByRole('button', { name: 'Block', exact: true }).click()
    await page.getByRole('button', { name: 'Close alert' }).click()
    const dialog = page.getByRole('dialog', { name: 'Close the alert' })
    await dialog.getByLabel('Outcome').selectOption('blocked')
    await dialog.getByLabel('What was done').fill('The bank confirmed the theft')
    await dialog.getByRole('button', { name: 'Close alert' }).click()
    await expect(page.getByText(/Closed \(Blocked\): The bank confirmed the theft/)).toBeVisible()
    await expectAccessible(page, 'a risk alert')
  })

  await test.step('the rule is deleted again, the block stays', async () => {
    await goInApp(page, '/operator/risk/rules')
    const row = page.getByRole('row', { name: new RegExp(email) })
    await row.getByRole('button').last().click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(row).toHaveCount(0)
    await goInApp(page, `/operator/risk/blocks?search=${email}`)
    await expect(page.getByRole('row', { name: new RegExp(email) })).toBeVisible()
    await expectAccessible(page, 'block list')
    expect(await pay()).toBe('failed')
  })

  await test.step('the state of the system shows its processes', async () => {
    await goInApp(page, '/operator/system')
    await expect(page.getByRole('table', { name: 'Processes' }).getByText('Running').first()).toBeVisible()
  })
})
