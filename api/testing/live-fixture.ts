import type { TestContext } from 'node:test'
import { getCheckoutState, openCardPage, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { openPaystackSimulator } from '../../testing/paystack/simulator.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { createUser } from './users.ts'

/** Live key of the simulator. */
export const secretKey = 'sk_live_paystack_simulator'

/** Tests of other things do not wait for turns. */
export const noLimit = { PAYSTACK_REQUESTS_PER_SECOND: '10000', MONNIFY_REQUESTS_PER_SECOND: '10000' }

/** A live business on a product that is connected to the simulator of Paystack, with a started payment of NGN 5,000. */
export async function liveFixture(t: TestContext, env: Record<string, string> = {}) {
  const paystack = await openPaystackSimulator({
    port: 0,
    secretKeys: { test: 'sk_test_x', live: secretKey },
    acceptsCards: env.PAYSTACK_PCI_AOC !== undefined,
  })
  atEnd(t, () => paystack.close())
  const app = await testApp(t, {
    PROCESSOR: 'paystack',
    PAYSTACK_URL: paystack.url,
    PAYSTACK_SECRET_KEY: secretKey,
    ...noLimit,
    ...env,
  })
  paystack.control.setEventsUrl({ url: `${app.url}/providers/paystack/events` })
  const owner = await createUser(app.runtime, 'Live', 'LIVE')
  const { call, merchantId } = app.as(owner, 'LIVE')
  const payer = app.asNobody('LIVE')
  const link = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const start = async () =>
    payer.call(startPayment, { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' })
  const stateOf = (accessCode: string) => payer.call(getCheckoutState, { accessCode })
  const paymentOf = async (reference: string) => {
    const { content } = await call(listPayments, { search: reference })
    return call(getPayment, { id: content[0]!.id })
  }
  /** A payment that is paid on the card page, and its charge at Paystack. */
  const pay = async () => {
    const { accessCode, reference } = await start()
    await payer.call(openCardPage, { accessCode })
    const charge = `${reference.replace('_', '-')}.c`
    await paystack.control.decideOnPage({ reference: charge, decision: 'success' })
    await app.drain()
    return { charge, payment: await paymentOf(reference) }
  }
  const balanceKobo = async () => (await fetchBalance(paystack.url)).data[0]!.balance
  return { app, merchantId, call, payer, paystack, link, start, pay, stateOf, paymentOf, balanceKobo }
}

const fetchBalance = async (url: string) => {
  const response = await fetch(`${url}/balance`, { headers: { authorization: `Bearer ${secretKey}` } })
  return (await response.json()) as { data: { balance: number }[] }
}
