import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { initialiseCharge, verifyCharge } from '@adire/contract/charges.ts'
import {
  answerBank,
  getCheckoutPage,
  getCheckoutState,
  payByCard,
  payByTransfer,
  simulateTransfer,
  startPayment,
} from '@adire/contract/checkout.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { createPaymentLink, getPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'

const minute = 60_000
const expiry = { expiryMonth: 12, expiryYear: 2098 }
const plain = { number: '4084084084084081', cvv: '408', ...expiry }
const pinThenOtp = { number: '5060666666666666666', cvv: '123', ...expiry }
const timesOut = { number: '4000000000000119', cvv: '123', ...expiry }
let links = 0

/** A merchant fixture with a stopped clock; `after` sets it to that long after the start. */
async function shop(t: TestContext) {
  const app = await testApp(t)
  const start = Date.now()
  app.stopClock(new Date(start))
  const { call } = app.as(await app.createUser())
  const payer = app.asNobody().call
  const newLink = (given: Partial<EndpointInput<typeof createPaymentLink>> = {}) =>
    call(createPaymentLink, { name: `Exact ${++links}`, feeBearer: 'merchant', ...given })
  const begin = (slug: string, given: Partial<EndpointInput<typeof startPayment>> = {}) =>
    payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email: `p${++links}@example.com`, ...given })
  const after = (ms: number) => app.stopClock(new Date(start + ms))
  const runScheduledJobs = async () => {
    await runNow(app.runtime, 'check-payments')
    await app.drain()
  }
  const status = async (accessCode: string) => (await payer(getCheckoutState, { accessCode })).status
  const detail = async (search: string) =>
    call(getPayment, { id: (await call(listPayments, { search })).content[0]!.id })
  return { app, start, call, payer, newLink, begin, after, runScheduledJobs, status, detail }
}

test('a payment can be paid until the last millisecond of its half hour; at its end it is abandoned', async (t) => {
  const { payer, newLink, begin, after, runScheduledJobs, status } = await shop(t)
  const { slug } = await newLink({ amountKobo: 500_000 })
  const who = { checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const [inTime, late, challenged] = [await begin(slug), await begin(slug, who), await begin(slug)]
  await payer(payByCard, { accessCode: challenged.accessCode, ...pinThenOtp })
  after(30 * minute - 1)
  await runScheduledJobs()
  assert.equal((await begin(slug, who)).accessCode, late.accessCode)
  assert.equal((await payer(payByCard, { accessCode: inTime.accessCode, ...plain })).status, 'success')
  after(30 * minute)
  const expired = errorWith(409, 'payment_expired')
  await assert.rejects(payer(payByCard, { accessCode: late.accessCode, ...plain }), expired)
  await assert.rejects(payer(payByTransfer, { accessCode: late.accessCode }), expired)
  await assert.rejects(
    payer(answerBank, { accessCode: challenged.accessCode, question: 'pin', answer: '1234' }),
    expired,
  )
  assert.notEqual((await begin(slug, who)).accessCode, late.accessCode)
  await runScheduledJobs()
  assert.deepEqual([await status(late.accessCode), await status(inTime.accessCode)], ['abandoned', 'success'])
  // A payment on which a bank may be deciding gets one more minute after expiry.
  after(31 * minute - 1)
  await runScheduledJobs()
  assert.equal(await status(challenged.accessCode), 'pending')
  after(33 * minute)
  await runScheduledJobs()
  assert.equal(await status(challenged.accessCode), 'abandoned')
})

test('a page closes exactly at its time, and so does a charge', async (t) => {
  const { start, call, payer, newLink, begin, after } = await shop(t)
  const at = (ms: number) => new Date(start + ms).toISOString()
  await assert.rejects(newLink({ expiresAt: at(0) }), errorWith(422, 'validation_error', 'expiresAt'))
  const { slug, id } = await newLink({ amountKobo: 500_000, expiresAt: at(10 * minute) })
  const charge = await call(initialiseCharge, { amountKobo: 500_000, email: 'ada@example.com', expiresInMinutes: 10 })
  const code = charge.authorizationUrl.split('/').at(-1)!
  after(10 * minute - 1)
  await begin(slug)
  await begin(code)
  assert.equal((await call(getPaymentLink, { id })).closedBecause, null)
  after(10 * minute)
  const closed = errorWith(404, 'payment_page_closed')
  for (const page of [slug, code]) await assert.rejects(begin(page), closed)
  await assert.rejects(payer(getCheckoutPage, { slug }), closed)
  assert.equal((await call(getPaymentLink, { id })).closedBecause, 'expired')
})

test('the minimum and the maximum amount can be charged, a kobo less or more is rejected', async (t) => {
  const { newLink, begin, payer, detail } = await shop(t)
  const { slug } = await newLink()
  for (const amountKobo of [9_999, 50_000_000_01])
    await assert.rejects(begin(slug, { amountKobo }), errorWith(400, 'validation_error', 'amountKobo'))
  for (const [amountKobo, netKobo] of [
    [10_000, 9_839],
    [50_000_000_00, 4_999_785_000],
  ] as const) {
    const { accessCode, reference } = await begin(slug, { amountKobo })
    await payer(payByCard, { accessCode, ...plain })
    assert.deepEqual([(await detail(reference)).amountKobo, (await detail(reference)).netKobo], [amountKobo, netKobo])
  }
  // A payer who chooses another amount gets a new payment of that amount.
  const who = { checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const begun = [await begin(slug, { ...who, amountKobo: 20_000 }), await begin(slug, { ...who, amountKobo: 30_000 })]
  assert.deepEqual(
    begun.map(({ amountKobo }) => amountKobo),
    [20_000, 30_000],
  )
  const fixed = await newLink({ amountKobo: 250_000, feeBearer: 'customer' })
  for (const amountKobo of [249_999, 250_001])
    await assert.rejects(begin(fixed.slug, { amountKobo }), errorWith(422, 'validation_error', 'amountKobo'))
  const state = await begin(fixed.slug, { amountKobo: 250_000 })
  assert.deepEqual([state.priceKobo, state.amountKobo], [250_000, 265_023])
  const { transfer } = await payer(payByTransfer, { accessCode: state.accessCode })
  const send = (amountKobo: number) =>
    payer(simulateTransfer, { accountNumber: transfer!.accountNumber, amountKobo }).then(({ outcome }) => outcome)
  assert.deepEqual(
    [await send(250_000), await send(265_022), await send(265_024), await send(265_023)],
    ['returned', 'returned', 'returned', 'accepted'],
  )
  const paid = await detail(state.reference)
  assert.deepEqual([paid.feeKobo, paid.vatKobo, paid.netKobo], [13_975, 1_048, 250_000])
})

test('a bank that does not respond is queried for the same charge until it does; then another attempt can pay, and nothing is charged twice', async (t) => {
  const { app, payer, newLink, begin, after, runScheduledJobs, status, detail } = await shop(t)
  const { slug } = await newLink({ amountKobo: 500_000, paymentLimit: 1 })
  const who = { checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
  const first = await begin(slug, who)
  await payer(payByCard, { accessCode: first.accessCode, ...timesOut })
  const taken = errorWith(409, 'payment_places_taken')
  const other = { email: 'bola@example.com' }
  for (const ms of [29_999, 30_000, 60_000]) {
    after(ms)
    await runScheduledJobs()
    assert.equal(await status(first.accessCode), 'processing')
    await assert.rejects(begin(slug, other), taken)
  }
  after(5 * minute)
  await runScheduledJobs()
  assert.equal(await status(first.accessCode), 'failed')
  // The declined attempt frees its quota for the same payer and for others.
  const second = await begin(slug, who)
  assert.notEqual(second.reference, first.reference)
  const third = await begin(slug, other)
  await payer(payByCard, { accessCode: second.accessCode, ...plain })
  await assert.rejects(payer(payByCard, { accessCode: third.accessCode, ...plain }), taken)
  await assert.rejects(begin(slug, other), errorWith(404, 'payment_page_closed'))
  const { attempts } = await detail(second.reference)
  assert.deepEqual(
    attempts.map((attempt) => attempt.status),
    ['success', 'failed'],
  )
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query('select reference, status from sandbox_charges order by status'),
  )
  assert.deepEqual(rows, [
    { reference: first.reference, status: 'failed' },
    { reference: second.reference, status: 'success' },
  ])
})

test('while the outcome of a charge is unknown no other attempt can start; after a decline one more can pay', async (t) => {
  const { call, payer, begin, after, runScheduledJobs } = await shop(t)
  const challenged = { amountKobo: 500_000, email: 'ada@example.com', reference: 'order-1' }
  const code = (await call(initialiseCharge, challenged)).authorizationUrl.split('/').at(-1)!
  const first = await begin(code)
  await payer(payByCard, { accessCode: first.accessCode, ...timesOut })
  await assert.rejects(begin(code), errorWith(409, 'payment_in_progress'))
  after(5 * minute)
  await runScheduledJobs()
  const second = await begin(code)
  await payer(payByTransfer, { accessCode: second.accessCode })
  assert.equal((await begin(code)).reference, second.reference)
  await payer(payByCard, { accessCode: second.accessCode, ...plain })
  await assert.rejects(begin(code), errorWith(409, 'charge_paid'))
  const { status, payment } = await call(verifyCharge, { reference: 'order-1' })
  assert.deepEqual([status, payment?.reference], ['success', second.reference])
})
