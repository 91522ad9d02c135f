import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { messages } from '@adire/contract/messages.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { chooseBank } from './support/banks.ts'
import { type Business, mailTo, newBusiness, signIn } from './support/business.ts'
import { runOperator, testDocument } from './support/review.ts'
import { goInApp, openInApp } from './support/session.ts'
import { simulateOutcome } from './support/simulate.ts'
import { test } from './support/test.ts'
import { recordToasts } from './support/toast.ts'

const expiry = { expiryMonth: 12, expiryYear: 2039 }
const cards = {
  plain: { number: '4084084084084081', cvv: '408', ...expiry },
  needsAccount: { number: '4084080000671902', cvv: '190', ...expiry },
}

/** A payment made over the API, as the checkout makes it. */
async function paid(business: Business, card: keyof typeof cards, email: string) {
  // The slug of a link is unique in the whole product, and other stories create links in the same millisecond.
  const name = `Lace ${card} ${crypto.randomUUID()}`
  const link = await business.call(createPaymentLink, { name, amountKobo: 500_000, feeBearer: 'merchant' })
  const checkoutId = crypto.randomUUID()
  const payer = { email, name: 'Ada Obi' }
  const { accessCode, reference } = await business.call(startPayment, { slug: link.slug, checkoutId, ...payer })
  await business.call(payByCard, { accessCode, ...cards[card] })
  const { content } = await business.call(listPayments, { search: reference })
  return { id: content[0]!.id, reference }
}

const someone = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const dialog = (page: Page) => page.getByRole('dialog')
const refunds = (page: Page) => page.locator('section', { has: page.getByRole('heading', { name: 'Refunds' }) })

test('a payment is refunded in part, then the rest: the source of the money is shown before, the customer gets an email [S2.4-05] [S4-05]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  const ada = someone('ada')
  await paid(business, 'plain', someone('bola'))
  const { id } = await paid(business, 'plain', ada)
  const toasts = await recordToasts(page)
  await signIn(page, business, `/transactions/${id}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const amount = dialog(page).getByLabel('Amount')
  await expect(amount).toHaveValue('5,000.00')
  const source = dialog(page).getByRole('region', { name: 'Effect on your balance' })
  await expect(source).toContainText(/Deducted from your unsettled balance\s*NGN.5,000\.00/)
  await expect(source).toContainText(/Fee and VAT of NGN.188\.13 are not returned/)
  await amount.fill('9000')
  await expect(dialog(page).getByText(/You can refund up to NGN.5,000\.00$/)).toBeVisible()
  await expect(dialog(page).getByRole('button', { name: /^Refund NGN/ })).toBeDisabled()
  await dialog(page).getByRole('button', { name: 'Refund full amount' }).click()
  await expect(amount).toHaveValue('5,000.00')
  await amount.fill('1250.5')
  await expect(source).toContainText(/Balance after refund\s*NGN.8,373\.24/)
  await expect(dialog(page).getByLabel('Reason')).toHaveValue('requested_by_customer')
  await dialog(page).getByLabel('Note to the customer').fill('Sorry about the sleeve')
  await expectAccessible(page, 'the refund dialog')
  await expect(dialog(page)).toMatchAriaSnapshot(`
    - dialog "Refund this payment":
      - button "Close"
      - textbox "Amount"
      - button "Refund full amount"
      - region "Effect on your balance":
        - term: Balance after refund
        - definition: NGN 8,373.24
      - combobox "Reason"
      - textbox "Note to the customer (optional)"
      - textbox "Note for your team (optional)"
      - button "Cancel"
      - button "Refund NGN 1,250.50"
  `)
  await dialog(page)
    .getByRole('button', { name: /^Refund NGN.1,250\.50$/ })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await toasts.expect('Refund sent', 5000)
  await expect(refunds(page)).toContainText(/NGN.1,250\.50\s*Processed/)
  await expect(page.locator('main')).toContainText('Partially refunded')
  await expect(page.locator('main')).toContainText(/Refunded\s*\u2212NGN.1,250\.50/)
  const mail = await mailTo(ada, /refunded NGN/)
  expect(mail.text).toContain('writes: Sorry about the sleeve')
  await expectAccessible(page, 'a refunded transaction')

  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  await expect(amount).toHaveValue('3,749.50')
  await dialog(page).getByLabel('Reason').selectOption({ label: 'Another reason' })
  await dialog(page)
    .getByRole('button', { name: /^Refund NGN.3,749\.50$/ })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(refunds(page).getByRole('listitem')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await openInApp(page, '/transactions?status=refunded')
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2)
})

test('on a phone: a refund waits for money and is cancelled; one that the card rejects goes to a bank account', async ({
  page,
  baseURL,
}) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const business = await newBusiness(baseURL!)
  const { id } = await paid(business, 'needsAccount', someone('ada'))
  await signIn(page, business, `/transactions/${id}`)
  const refund = page.getByRole('button', { name: 'Refund', exact: true })
  await refund.click()
  await expect(dialog(page)).toContainText(
    /Your balance is NGN.4,811\.87\. The refund will be sent automatically when it reaches/,
  )
  await dialog(page).getByLabel('Reason').selectOption({ label: 'Paid twice' })
  await dialog(page)
    .getByRole('button', { name: /^Refund NGN.5,000\.00$/ })
    .click()
  await expect(refunds(page)).toContainText('Waiting for balance')
  await refunds(page).getByRole('button', { name: 'Cancel refund' }).click()
  await dialog(page).getByRole('button', { name: 'Cancel refund' }).click()
  await expect(refunds(page)).toContainText('Failed')

  await refund.click()
  await expect(dialog(page).getByLabel('Amount')).toHaveValue('5,000.00')
  await dialog(page).getByLabel('Amount').fill('1000')
  await dialog(page).getByLabel('Reason').selectOption({ label: 'Paid twice' })
  await dialog(page)
    .getByRole('button', { name: /^Refund NGN.1,000\.00$/ })
    .click()
  await expect(refunds(page)).toContainText('Needs attention')
  await openInApp(page, '/dashboard')
  await page
    .getByRole('region', { name: 'Response needed' })
    .getByRole('link', { name: /refund of NGN.1,000\.00/ })
    .click()
  await expect(page).toHaveURL(`/transactions/${id}`)
  await refunds(page).getByRole('button', { name: 'Enter bank account' }).click()
  await chooseBank(page, 'guaranty', 'Guaranty Trust Bank')
  await dialog(page).getByLabel('Account Number').fill('0000000018')
  await expect(dialog(page)).toContainText('Account name: ADA TEST OBI')
  await expectAccessible(page, 'the bank account of a refund')
  await expectNoSidewaysScroll(page, 'the bank account of a refund')
  await dialog(page)
    .getByRole('button', { name: /^Send NGN.1,000\.00$/ })
    .click()
  const confirmation = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await confirmation.getByLabel('Password', { exact: true }).fill(business.password)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(refunds(page)).toContainText(/NGN.1,000\.00\s*Processed/)
  await expect(refunds(page)).toContainText('To 0000000018')
  await expectNoSidewaysScroll(page, 'a transaction with refunds')
})

/** A payment with an open dispute. */
async function disputed(business: Business) {
  await paid(business, 'plain', someone('bola'))
  const { id, reference } = await paid(business, 'plain', someone('ada'))
  await runOperator('dispute', 'open', reference, '--reason', 'I never received the jacket.')
  return { id, reference }
}

test('a dispute is found from the transactions, contested with evidence in time, and won [S4-05]', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const business = await newBusiness(baseURL!)
  const { id } = await disputed(business)
  await mailTo(business.email, /is disputed/)
  await signIn(page, business)
  const waiting = page.getByRole('region', { name: 'Response needed' })
  await expect(waiting.getByRole('link', { name: /Ada Obi disputes NGN.5,000\.00/ })).toBeVisible()
  await openInApp(page, '/transactions')
  await page.getByRole('link', { name: 'Disputes 1' }).click()
  await expect(page).toHaveURL('/transactions/disputes')
  await expect(page.getByRole('table')).toContainText(/Response needed.*Respond by .* left/)
  await test.step('a page past the end of the list leads to its first page', async () => {
    await goInApp(page, '/transactions/disputes?page=2')
    await expect(page.getByRole('main')).toContainText('This page is empty.')
    await page.getByRole('button', { name: 'Show the first page' }).click()
    await expect(page).toHaveURL('/transactions/disputes')
  })
  await page.getByRole('table').getByRole('link', { name: 'Ada Obi' }).click()
  await expect(page.locator('main')).toContainText('I never received the jacket.')
  await expect(page.locator('main')).toContainText(/Respond by \w{3} \d+ \w{3}, \d\d:\d\d \(\d+ hours left\)/)
  await expect(page.locator('main')).toContainText(/Held from your balance\s*NGN.5,000\.00/)
  const statement = page.getByLabel('Tell the bank what happened')
  await statement.fill('It was handed over, and we have no receipt.')
  await page.getByRole('button', { name: /^Contest NGN/ }).click()
  await expect(dialog(page)).toContainText('No document is attached')
  await expectAccessible(page, 'contesting a dispute')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Proof of delivery', { exact: true }).setInputFiles({
    ...testDocument('delivery.pdf'),
    buffer: Buffer.from('<script>alert(1)</script>'),
  })
  await expect(page.getByText('Use a PDF, JPG or PNG file')).toBeVisible()
  await page.getByLabel('Proof of delivery', { exact: true }).setInputFiles(testDocument('sandbox-won.pdf'))
  await expect(page.getByRole('button', { name: 'Replace: Proof of delivery' })).toBeVisible()
  await expect(page.getByText(/^sandbox-won\.pdf, 1 KB$/)).toBeVisible()
  await statement.fill('Too short')
  await statement.blur()
  await expect(page.getByText(messages.atLeast(20))).toBeVisible()
  await statement.fill('It was handed over on 3 March and signed for.')
  await expectAccessible(page, 'a dispute')
  await expect(page.locator('main')).toMatchAriaSnapshot(`
    - main:
      - heading "NGN 5,000.00" [level=1]
      - heading "Evidence" [level=2]
      - list:
        - listitem:
          - /children: equal
          - text: Receipt or invoice
          - paragraph: No document
          - 'button "Add: Receipt or invoice"'
        - listitem:
          - 'button "Replace: Proof of delivery"'
          - 'button "Remove: Proof of delivery"'
      - textbox "Tell the bank what happened"
      - button "Contest NGN 5,000.00"
      - button "Accept the dispute"
      - heading "Timeline" [level=2]
  `)
  await page.reload()
  await expect(statement).toHaveValue('It was handed over on 3 March and signed for.')
  await page.getByRole('button', { name: /^Contest NGN/ }).click()
  await expect(dialog(page)).toContainText('1 document is attached.')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(page.locator('main')).toContainText('Response needed')
  await page.getByRole('button', { name: /^Contest NGN/ }).click()
  await dialog(page).getByRole('button', { name: 'Send to the bank' }).click()
  await expect(page.getByRole('button', { name: /^Contest/ })).toHaveCount(0)
  await mailTo(business.email, /You won the dispute/)
  await page.reload()
  await expect(page.locator('main')).toContainText(/Won/)
  await expect(page.locator('main')).toContainText(/Kept by you\s*NGN.5,000\.00/)
  await page.goto(`/transactions/${id}`)
  await expect(page.locator('main')).toContainText(/You won: you keep NGN.5,000\.00/)

  // The bank reopens the dispute.
  await page.goto('/transactions/disputes?state=closed')
  await page.getByRole('table').getByRole('link', { name: 'Ada Obi' }).click()
  await simulateOutcome(page, 'The bank reopens it')
  await expect(page.locator('main')).toContainText(/Respond by \w{3} \d+ \w{3}, \d\d:\d\d \(\d+ hours left\)/)
  await expect(page.locator('main')).toContainText(/Held from your balance\s*NGN.5,000\.00/)
  await expect(statement).toHaveValue(/^It was handed over on 3 March/)
  await mailTo(business.email, /is open again/)
})

test('on a phone a dispute is accepted in part; its effect on the money is shown before', async ({ page, baseURL }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  const business = await newBusiness(baseURL!)
  const { id } = await disputed(business)
  await signIn(page, business, `/transactions/${id}`)
  await page.getByRole('link', { name: 'Respond to dispute' }).click()
  await page.getByRole('button', { name: 'Accept the dispute' }).click()
  await expect(dialog(page)).toContainText(/NGN.5,000\.00 will be refunded to the customer and the dispute ends/)
  await test.step('also from the menu of its row', async () => {
    await openInApp(page, '/transactions/disputes')
    await page.getByRole('button', { name: 'Actions for Ada Obi' }).click()
    await expect(page.getByRole('link', { name: 'Respond' })).toBeVisible()
    await expect(page.getByText(/^\d+ hours left$/)).toBeVisible()
    await page.getByRole('button', { name: 'Accept the dispute' }).click()
    const effect = dialog(page).getByText(/NGN.5,000\.00 will be refunded to the customer and the dispute ends/)
    // A dialog of a row inherits nothing from its cell, which has one line.
    await expect(effect).toHaveCSS('white-space', 'normal')
  })
  await dialog(page).getByLabel('Amount to refund').fill('2000')
  await expect(dialog(page)).toContainText(/NGN.3,000\.00 that is held returns to your balance/)
  await expectAccessible(page, 'accepting a dispute')
  await expectNoSidewaysScroll(page, 'accepting a dispute')
  await dialog(page)
    .getByRole('button', { name: /^Refund NGN.2,000\.00$/ })
    .click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('table')).toContainText('Accepted')
  await expect(page.getByRole('button', { name: 'Actions for Ada Obi' })).toHaveCount(0)
  await page.getByRole('table').getByRole('link', { name: 'Ada Obi' }).click()
  await expect(page.locator('main')).toContainText(/Refunded to the customer\s*NGN.2,000\.00/)
  await expectNoSidewaysScroll(page, 'a dispute')
  await openInApp(page, '/transactions/disputes?state=closed')
  await expect(page.getByRole('table')).toContainText('Accepted')
  await page.goto(`/transactions/${id}`)
  await expect(page.locator('main')).toContainText('Partially refunded')
})
