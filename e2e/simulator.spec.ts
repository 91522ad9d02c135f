import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { expect } from '@playwright/test'
import { expectAccessible, expectNoSidewaysScroll } from './support/axe.ts'
import { newBusiness, signIn } from './support/business.ts'
import { freshName, randomEmail } from './support/checkout.ts'
import { test } from './support/test.ts'

test('a started payment is paid and disputed without leaving the dashboard, also on a phone', async ({
  page,
  baseURL,
}) => {
  const business = await newBusiness(baseURL!)
  const { slug } = await business.call(createPaymentLink, { name: freshName('Ankara'), amountKobo: 500_000 })
  const { reference } = await business.call(startPayment, {
    slug,
    checkoutId: crypto.randomUUID(),
    email: randomEmail('ada'),
  })
  const { content } = await business.call(listPayments, { search: reference })
  await signIn(page, business, `/transactions/${content[0]!.id}`)
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const simulator = page.getByRole('dialog', { name: 'Simulate' })
  await simulator.getByRole('button', { name: 'Simulate: A card asks its bank’s page' }).click()
  await expect(simulator.getByRole('status')).toHaveText('Done: A card asks its bank’s page.')
  await expectAccessible(page, 'the simulator')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page, 'the simulator on a phone')
  await expectNoSidewaysScroll(page, 'the simulator on a phone')
  await simulator.getByRole('button', { name: 'Simulate: The holder confirms' }).click()
  await expect(simulator.getByRole('status')).toHaveText('Done: The holder confirms.')
  await simulator.getByRole('button', { name: 'Simulate: Customer disputes this payment' }).click()
  await expect(simulator.getByRole('status')).toHaveText('Done: Customer disputes this payment.')
  await simulator.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('main')).toContainText('Successful')
  await expect(page.getByRole('heading', { name: 'Dispute' })).toBeVisible()
})

test('the simulator says why a payment that is being refunded in full is not disputed', async ({ page, baseURL }) => {
  const business = await newBusiness(baseURL!)
  const { slug } = await business.call(createPaymentLink, { name: freshName('Adire'), amountKobo: 500_000 })
  const pay = async (number: string, cvv: string) => {
    const email = randomEmail('ada')
    const { accessCode } = await business.call(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
    await business.call(payByCard, { accessCode, number, cvv, expiryMonth: 12, expiryYear: 2045 })
    return (await business.call(listPayments, { search: email })).content[0]!
  }
  // The second pays for the refund of the first, which waits for a bank account of its payer.
  const { id } = await pay('4084080000671902', '190')
  await pay('4084084084084081', '408')
  await business.call(requestRefund, { id, amountKobo: 500_000, reason: 'requested_by_customer' })
  await signIn(page, business, `/transactions/${id}`)
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const simulator = page.getByRole('dialog', { name: 'Simulate' })
  await simulator.getByRole('button', { name: 'Simulate: Customer disputes this payment' }).click()
  await expect(simulator.getByRole('alert')).toContainText('All of this payment is being refunded')
  await expect(simulator.getByText('Done: Customer disputes this payment.')).toHaveCount(0)
})
