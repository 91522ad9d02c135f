import { publishPaymentLink } from '@adire/contract/payment-links.ts'
import { getOverview } from '@adire/contract/payments.ts'
import { expect } from '@playwright/test'
import { mailTo, newBusiness, signIn } from './support/business.ts'
import {
  accountNumber,
  beginCheckout,
  chooseTransfer,
  listFullPayments,
  newLink,
  notThrough,
  payByGoodCard,
  payerPhone,
  payWith,
  receivedHeading,
  testCards,
} from './support/checkout.ts'
import { lagosDay } from './support/clock.ts'
import { test } from './support/test.ts'

test('after a declined card the same payer pays by transfer, and the business sees both attempts [S7.5-09] [S2.4-05]', async ({
  page,
  business,
  payer,
}) => {
  const email = await beginCheckout(payer, await newLink(business))
  await payWith(payer, testCards.declined)
  await expect(notThrough(payer)).toBeVisible()
  await expect(payer.getByText(/^Visa ending 5408\. Your bank declined it/)).toBeVisible()
  await payer.getByRole('button', { name: 'Pay by transfer instead' }).click()
  await accountNumber(payer)
  await expect(payer.getByText(email)).toBeVisible()
  await expect(payer.getByRole('timer')).toHaveText(/^(30:00|29:\d\d)$/)
  await payer.getByRole('button', { name: 'I have sent it' }).click()
  await expect(payer.getByText('Waiting for your transfer to arrive')).toBeVisible()
  await payer.getByRole('button', { name: 'Pay exact amount' }).click()
  await expect(receivedHeading(payer)).toBeVisible()
  await expect(payer.getByText('Bank transfer')).toBeVisible()
  expect((await mailTo(email, /Your payment/)).text).toContain('Bank transfer')

  await signIn(page, business)
  await page.getByRole('link', { name: 'Transactions', exact: true }).first().click()
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row')
  await expect(rows).toHaveCount(3)
  await rows.filter({ hasText: 'Successful' }).getByRole('link').click()
  const attemptsTable = page.getByRole('table', { name: 'Payment attempts' })
  await expect(attemptsTable.getByRole('row', { name: /Bank transfer \(this one\).*Successful/ })).toBeVisible()
  const declined = attemptsTable.getByRole('row', { name: /Card.*Failed.*Declined by the bank/ })
  await declined.getByRole('link').click()
  await expect(page.getByText('Visa •••• 5408')).toBeVisible()
  await expect(page.getByText('Declined by the bank').first()).toBeVisible()
})

test('an open page shows the transfer when it arrives; a payer who changes from transfer to card keeps the account number, and pays once', async ({
  page,
  browser,
  request,
  business,
}) => {
  await beginCheckout(page, await newLink(business))
  const number = await chooseTransfer(page)
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - list "Payment method":
        - listitem:
          - link "Transfer"
      - paragraph: Adire Sandbox Bank
      - button "Copy account number"
      - paragraph: Exact amount
      - button "Copy amount"
      - timer: /\\d+:\\d\\d/
      - button "I have sent it"
  `)
  const sent = await request.post('/test/collections/sandbox/transfers', {
    data: { accountNumber: number, amountKobo: 500_000 },
  })
  expect(await sent.json()).toMatchObject({ outcome: 'accepted' })
  await expect(receivedHeading(page)).toBeVisible()
  const other = await payerPhone(browser)
  await other.goto(page.url())
  await expect(receivedHeading(other)).toBeVisible()

  await test.step('change from transfer to card', async () => {
    await beginCheckout(page, await newLink(business))
    const kept = await chooseTransfer(page)
    await page.reload()
    expect(await accountNumber(page)).toBe(kept)
    await page.getByText('Card', { exact: true }).click()
    await payByGoodCard(page)
    const late = await request.post('/test/collections/sandbox/transfers', {
      data: { accountNumber: kept, amountKobo: 500_000 },
    })
    expect(await late.json()).toEqual({ outcome: 'returned', reason: 'DUPLICATE' })
    expect((await listFullPayments(business))[0]).toMatchObject({
      status: 'success',
      channel: 'card',
      netKobo: 481_187,
    })
  })
})

test('a transfer below or above the amount is returned, and the page says so; the exact one pays, a second one is returned; the highest price is paid too', async ({
  page,
  business,
}) => {
  await beginCheckout(page, await newLink(business))
  const number = await chooseTransfer(page)
  await page.getByRole('button', { name: 'Pay less' }).click()
  await expect(page.getByText('Sent back to the payer: not the exact amount.')).toBeVisible()
  await expect(page.getByText(/A transfer of NGN\s4,950\.00 was returned to its sender/)).toBeVisible()
  await page.getByRole('button', { name: 'Pay more' }).click()
  await expect(page.getByText(/A transfer of NGN\s5,050\.00 was returned to its sender/)).toBeVisible()
  expect(await accountNumber(page)).toBe(number)
  expect(await listFullPayments(business)).toMatchObject([{ status: 'pending', paidAt: null }])
  await page.getByRole('button', { name: 'Pay twice' }).click()
  await expect(receivedHeading(page)).toBeVisible()
  await expect(page.getByText('Sent back to the payer: this payment was already paid.')).toBeVisible()

  const [payment, ...others] = await listFullPayments(business)
  expect(others).toEqual([])
  expect(payment).toMatchObject({ status: 'success', channel: 'bank_transfer', netKobo: 481_187 })
  expect(payment!.events.filter(({ kind }) => kind === 'transfer_returned')).toHaveLength(3)
  const { current, unsettledKobo } = await business.call(getOverview, { from: lagosDay(-1), to: lagosDay(1) })
  expect([current.grossKobo, unsettledKobo]).toEqual([500_000, 481_187])

  await test.step('the highest price with the fee on top is paid by transfer', async () => {
    await beginCheckout(page, await newLink(business, { amountKobo: 5_000_000_000, feeBearer: 'customer' }))
    await chooseTransfer(page)
    await page.getByRole('button', { name: 'Pay exact amount' }).click()
    await expect(receivedHeading(page)).toBeVisible()
    expect((await listFullPayments(business))[0]).toMatchObject({ amountKobo: 5_000_215_000, netKobo: 5_000_000_000 })
  })
})

test('an expired account number is shown as expired, and nobody is asked to send money to it', async ({
  page,
  baseURL,
}) => {
  await page.clock.install()
  const business = await newBusiness(baseURL!)
  const link = await newLink(business)
  await beginCheckout(page, link)
  const number = await chooseTransfer(page)
  await page.clock.fastForward('30:01')
  await expect(page.getByText('This account number has expired. Do not send money to it')).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await business.call(publishPaymentLink, { id: link.id, published: false })
  await page.getByRole('button', { name: 'Get a new account number' }).click()
  await expect(page.getByRole('alert')).toHaveText('This page is not taking payments. Ask the business for a new link.')
})
