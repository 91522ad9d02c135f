import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { getCheckoutState, openCardPage, payByTransfer, payByUssd, startPayment } from '@adire/contract/checkout.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { openMonnifySimulator } from '../../testing/monnify/simulator.ts'
import { openPaystackSimulator } from '../../testing/paystack/simulator.ts'
import { testApp } from './app.ts'
import { atEnd } from './at-end.ts'
import { monnifySettings } from './conformance/monnify-bench.ts'
import { noLimit, secretKey } from './live-fixture.ts'
import { createUser } from './users.ts'

/** A live business on a product with both processors. */
export async function openBoth(t: TestContext, order = 'paystack,monnify') {
  const paystack = await openPaystackSimulator({ port: 0, secretKeys: { test: 'sk_test_x', live: secretKey } })
  const monnify = await openMonnifySimulator({ port: 0 })
  atEnd(t, () => Promise.all([paystack.close(), monnify.close()]))
  const app = await testApp(t, {
    PROCESSOR: order,
    PAYSTACK_URL: paystack.url,
    PAYSTACK_SECRET_KEY: secretKey,
    ...monnifySettings(monnify.url),
    ...noLimit,
  })
  paystack.control.setEventsUrl({ url: `${app.url}/providers/paystack/events` })
  monnify.control.setEventsUrl({ url: `${app.url}/providers/monnify/events` })
  const { call, merchantId } = app.as(await createUser(app.runtime, 'Live', 'LIVE'), 'LIVE')
  const payer = app.asNobody('LIVE')
  const link = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000 })
  const paymentOf = async (reference: string) => {
    const { content } = await call(listPayments, { search: reference })
    return call(getPayment, { id: content[0]!.id })
  }
  return {
    app,
    call,
    merchantId,
    link,
    paystack,
    monnify,
    paymentOf,
    start: () =>
      payer.call(startPayment, { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }),
    openPage: async (accessCode: string) => (await payer.call(openCardPage, { accessCode })).openUrl!,
    openAccount: async (accessCode: string) => (await payer.call(payByTransfer, { accessCode })).transfer!,
    dial: async (accessCode: string, bankCode: '044' | '058') =>
      (await payer.call(payByUssd, { accessCode, bankCode })).ussd!.code,
    stateOf: (accessCode: string) => payer.call(getCheckoutState, { accessCode }),
    requestsOf: (operation: string) =>
      [...paystack.control.readRequests(), ...monnify.control.readRequests()].filter(
        (one) => one.operation === operation,
      ).length,
    requireNoViolations() {
      assert.deepEqual([...paystack.control.readViolations(), ...monnify.control.readViolations()], [])
    },
  }
}
