import type { TestContext } from 'node:test'
import { startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { testApp } from './app.ts'
import { runNow } from './drain.ts'

let links = 0

/** A business with a link of NGN 5,000.00, and a payer who has started a payment. */
export async function checkoutFixture(
  t: TestContext,
  { feeBearer = 'merchant' as 'merchant' | 'customer', amountKobo = 500_000, env = {} as Record<string, string> } = {},
) {
  const app = await testApp(t, env)
  const user = await app.createUser()
  const merchant = app.as(user)
  const payer = app.asNobody()
  const link = await merchant.call(createPaymentLink, { name: `Ankara ${++links}`, amountKobo, feeBearer })
  const checkoutId = crypto.randomUUID()
  const begin = (email = 'ada@example.com') => payer.call(startPayment, { slug: link.slug, checkoutId, email })
  const state = await begin()
  const { accessCode } = state
  const detail = async (reference = state.reference) => {
    const { content } = await merchant.call(listPayments, { search: reference })
    return merchant.call(getPayment, { id: content[0]!.id })
  }
  const runScheduledJobs = async () => {
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  return { app, user, merchant, payer, link, checkoutId, begin, state, accessCode, detail, runScheduledJobs }
}
