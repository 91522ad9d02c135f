import { openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createMandate, listDebits, scheduleDebit } from '@adire/contract/direct-debit.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { type Browser, expect, type Page } from '@playwright/test'
import { beginCheckout, chooseTransfer, payerPhone, randomEmail, receivedHeading } from './support/checkout.ts'
import { type LiveProduct, openLiveProduct } from './support/live-product.ts'
import { testDocument } from './support/review.ts'
import { test } from './support/test.ts'

const main = (page: Page) => page.getByRole('main')
const sender = { senderName: 'ADA OBI', senderBank: 'Kuda Bank' }

/** A payer at the account number of a link, whose amount is NGN 50,000. */
async function transferOf(browser: Browser, link: PaymentLink) {
  const payer = await payerPhone(browser)
  const email = await beginCheckout(payer, link)
  return { payer, email, accountNumber: await chooseTransfer(payer) }
}

/** A payment of NGN 50,000 that is paid on the card page, and its charge at the processor. */
async function payByCardPage({ call, control }: LiveProduct, { slug }: PaymentLink) {
  const payer = { slug, checkoutId: crypto.randomUUID(), email: randomEmail(), name: 'Ada Obi' }
  const { accessCode, reference } = await call(startPayment, payer)
  await call(openCardPage, { accessCode })
  const charge = `${reference.replace('_', '-')}.c`
  await control('decide-on-page', { reference: charge, decision: 'success' })
  const { content } = await call(listPayments, { search: reference })
  return { id: content[0]!.id, charge }
}

test('a week in live mode: transfers, refunds, a dispute, debits and payouts, reconciled to the kobo', async ({
  page,
  browser,
}) => {
  test.slow()
  const product = await openLiveProduct()
  const { call, act } = product
  try {
    const link = await call(createPaymentLink, { name: 'Lace in gold', amountKobo: 5_000_000, feeBearer: 'merchant' })
    await product.signIn(page)
    await test.step('an exact transfer pays', () => payByTransfer(browser, page, product, link))
    await test.step('another amount goes back, and so does a transfer after the end', () =>
      sendBack(browser, product, link))
    await test.step('a refund is processed, and one that fails is back in the balance', async () => {
      const { id } = await payByCardPage(product, link)
      await refund(page, product, { id, amount: '10000', status: 'processed' })
      await refund(page, product, { id, amount: '5000', status: 'failed' })
    })
    await test.step('a dispute is contested, and lost', async () =>
      contestAndLose(page, product, (await payByCardPage(product, link)).charge))
    await test.step('a mandate is authorised on the processor’s page, and debited twice', () =>
      debitTwice(browser, page, product))
    await test.step('a payout comes back, and is sent again on the next working day', () => payOutTwice(page, product))

    await test.step('ledger, processor and bank agree to the kobo, with what the processor costs', async () => {
      await act('forward', { minutes: 120 })
      const { code, text } = await act<{ code: number; text: string }>('reconcile')
      expect(text).toMatch(/a difference of NGN.0\.00\.\s+✓ Every kobo agrees or is explained\./)
      expect(code).toBe(0)
      // Three charges of NGN 50,000 at NGN 850, two debits of NGN 2,000 at NGN 30, and a transfer at NGN 50: the returned one is free.
      expect(await act('platform-balance', { account: 'processor_fees' })).toBe(-(3 * 85_000 + 2 * 3_000 + 5_000))
      expect(await act('ledger-faults')).toEqual([])
    })
    expect(await act('violations')).toEqual([])
  } finally {
    await product.close()
  }
})

async function payByTransfer(browser: Browser, page: Page, { url, control }: LiveProduct, link: PaymentLink) {
  const { payer, accountNumber } = await transferOf(browser, link)
  await control('transfer-in', { accountNumber, amountKobo: 5_000_000, ...sender })
  await expect(receivedHeading(payer)).toBeVisible()
  await payer.context().close()
  await page.goto(`${url}/transactions`)
  await expect(main(page).getByRole('table')).toContainText(/50,000\.00/)
}

async function sendBack(browser: Browser, { act, control, mailTo }: LiveProduct, link: PaymentLink) {
  const { payer, email, accountNumber } = await transferOf(browser, link)
  await control('transfer-in', { accountNumber, amountKobo: 4_000_000, ...sender })
  await expect(payer.getByText(/40,000\.00.*Send exactly NGN.50,000\.00/)).toBeVisible()
  await act('forward', { minutes: 31 })
  await control('transfer-in', { accountNumber, amountKobo: 5_000_000, ...sender })
  await payer.reload()
  const late = /NGN.50,000\.00 arrived after the account number had expired\. It is returned/
  await expect(payer.getByText(late)).toBeVisible()
  await mailTo(email, /^Your transfer of NGN.50,000\.00 to .* is being returned to you/)
  await payer.context().close()
}

const refundsOf = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Refunds' }) })

/** Refunds a part of a payment on its page; the processor then ends it so. */
async function refund(
  page: Page,
  { url, act, control }: LiveProduct,
  { id, amount, status }: { id: string; amount: string; status: 'processed' | 'failed' },
) {
  await page.goto(`${url}/transactions/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Amount').fill(amount)
  await dialog.getByLabel('Reason').selectOption({ label: 'The customer asked for it' })
  await dialog.getByRole('button', { name: /^Refund NGN/ }).click()
  await expect(dialog).toHaveCount(0)
  await act('drain')
  const [newest] = await act<{ id: number }[]>('refunds')
  await control('settle-refund', { id: newest!.id, status })
  await page.reload()
  const expected = status === 'processed' ? 'Processed' : /The money is in your balance/
  await expect(refundsOf(page).getByRole('listitem').first()).toContainText(expected)
}

async function contestAndLose(page: Page, { url, control, act }: LiveProduct, charge: string) {
  const { id } = await control<{ id: number }>('open-dispute', { reference: charge, message: 'I got nothing' })
  await page.goto(`${url}/transactions/disputes`)
  await main(page).getByRole('table').getByRole('link').first().click()
  await expect(main(page)).toContainText('I got nothing')
  await main(page).locator('input[type=file]').first().setInputFiles(testDocument('receipt.pdf'))
  await expect(main(page).getByRole('button', { name: /^Replace/ })).toBeVisible()
  await page.getByLabel('Tell the bank what happened').fill('The lace was handed over and signed for.')
  await page.getByRole('button', { name: /^Contest NGN/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send to the bank' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await act('drain')
  await control('close-dispute', { id, resolution: 'merchant-accepted' })
  await page.reload()
  await expect(main(page)).toContainText(/Refunded to the customer\s*NGN.50,000\.00/)
}

async function debitTwice(browser: Browser, page: Page, product: LiveProduct) {
  const { url, call, act, control } = product
  const email = randomEmail('efe')
  const mandate = await call(createMandate, {
    customerEmail: email,
    customerName: 'Efe Igho',
    bankId: 8,
    accountNumber: '0000000018',
    kind: 'variable',
    amountKobo: 1_000_000,
    startOn: await act<string>('day', { day: 1 }),
    narration: 'Rent of the shop',
  })
  const payer = await payerPhone(browser)
  await payer.goto(mandate.consentUrl!)
  await payer.getByRole('button', { name: 'Email me a code' }).click()
  await expect(payer.getByLabel('Code from the email')).toBeVisible()
  await act('drain')
  const { text } = await product.mailTo(email, /code/i)
  await payer.getByLabel('Code from the email').fill(text.match(/\b\d{6}\b/)![0])
  await payer.getByRole('checkbox').check()
  await payer.getByRole('button', { name: 'I agree' }).click()
  const leading = payer.waitForRequest(/\/return\?/)
  await payer.getByRole('link', { name: 'Continue' }).click()
  await payer.getByRole('button', { name: /^Agree|^Authori/ }).click()
  const reference = new URL((await leading).url()).searchParams.get('reference')!
  await expect(payer.getByRole('heading', { name: /^Thank you/ })).toBeVisible()
  await control('activate-mandate', { reference })
  await payer.reload()
  await expect(payer.getByRole('heading', { name: /^(You’re all set|Your bank has approved it)/ })).toBeVisible()
  await payer.context().close()

  for (const day of [2, 3])
    await call(scheduleDebit, { mandateId: mandate.id, amountKobo: 200_000, date: await act<string>('day', { day }) })
  // The first one is announced a day before.
  await act('to', { day: 1, hour: 9 })
  await act('run', { job: 'notify-of-debits' })
  await act('drain')
  for (const day of [2, 3]) {
    await act('to', { day, hour: 9 })
    await act('run', { job: 'notify-of-debits' })
    await act('drain')
    await act('run', { job: 'debit-mandates' })
    const { content } = await call(listDebits, { id: mandate.id })
    const { paymentId } = content.find(({ status }) => status === 'processing')!
    const payment = await call(getPayment, { id: paymentId! })
    await control('settle-charge', { reference: payment.reference.replace('_', '-'), declineMessage: null })
  }
  await page.goto(`${url}/directDebit/${mandate.id}`)
  const debits = page.getByRole('region', { name: 'Debits of this mandate' }).getByRole('listitem')
  await expect(debits.filter({ hasText: 'Successful' })).toHaveCount(2)
}

async function payOutTwice(page: Page, { url, act, control }: LiveProduct) {
  await act('add-account')
  const newestPayout = async () => (await act<{ reference: string }[]>('payouts')).at(-1)!
  const end = async (status: 'reversed' | 'success') => {
    const { reference } = await newestPayout()
    await control('settle-transfer', { reference, status })
    await act('run', { job: 'pay-settlements' })
    return reference
  }
  // A Friday, and the Monday after it.
  await act('morning', { day: 4 })
  const returned = await end('reversed')
  await page.goto(`${url}/payouts`)
  await page
    .getByRole('row', { name: /Returned/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('status').filter({ hasText: 'The bank sent the money back' })).toBeVisible()
  await act('morning', { day: 7 })
  expect(await end('success')).not.toBe(returned)
  await page.reload()
  await expect(main(page)).toContainText(/It adds up\. Difference from our books:\s*NGN.0\.00/)
}
