import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { callEndpoint } from '@adire/contract/call.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { afterRunning, disputeArchiveMs, disputeResponseMs } from '@adire/contract/dispute-clock.ts'
import { addEvidence, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import type { Endpoint, EndpointInput } from '@adire/contract/endpoint.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { requestRefund } from '@adire/contract/refunds.ts'
import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { createWebhookListener, listenForWebhooks } from '@adire/contract/webhooks.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { type MerchantKind, merchantAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { testApp } from '../../testing/app.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { samplePdf, testDocument } from '../../testing/onboarding.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { createSecretKeyFor } from '../../testing/users.ts'
import { reopenDispute } from './reopen.ts'

const card = { cvv: '408', expiryMonth: 12, expiryYear: 2035 }
const message = 'The jacket was handed over on 3 March and signed for.'
const reason = 'requested_by_customer' as const

/** A merchant with NGN 10,000.00 in two payments, one of which is disputed and contested. */
async function contested(t: TestContext) {
  const app = await testApp(t)
  const user = await app.createUser()
  const { call, merchantId } = app.as(user)
  const link = await call(createPaymentLink, { name: 'Lace', amountKobo: 500_000, feeBearer: 'merchant' })
  const pay = async (number: string) => {
    const checkoutId = crypto.randomUUID()
    const payer = app.asNobody()
    const { accessCode } = await payer.call(startPayment, { slug: link.slug, checkoutId, email: 'ada@example.com' })
    await payer.call(payByCard, { accessCode, ...card, number })
  }
  await pay('4084084084084081')
  await pay('4084084084084081')
  const [payment] = (await call(listPayments, {})).content
  await call(playOutcome, { kind: 'payment', id: payment!.id, name: 'disputed' })
  const { id } = (await call(listDisputes, {})).content[0]!
  await call(contestDispute, { id, message })
  const simulate = (name: string) => call(playOutcome, { kind: 'dispute', id, name })
  const offered = async () => (await call(listOutcomes, { kind: 'dispute', id })).content.map(({ name }) => name)
  const dispute = () => call(getDispute, { id })
  const balances = async () => {
    const read = (kind: MerchantKind) =>
      app.runtime.database.read((tx) => getBalance(tx, merchantAccount(merchantId, kind)))
    return [await read('pending'), await read('reserved')]
  }
  const ledgerSum = async () => {
    const { rows } = await app.runtime.database.read((tx) =>
      tx.$client.query('select sum(amount_kobo)::int as sum from ledger_lines'),
    )
    return rows[0].sum
  }
  return { app, user, call, id, payment: payment!, simulate, offered, dispute, balances, ledgerSum }
}

test('a bank can reopen a dispute that was won: the money is held again, with a new deadline, and can be lost', async (t) => {
  const { app, call, payment, simulate, offered, dispute, balances, ledgerSum } = await contested(t)
  assert.deepEqual(await offered(), ['won', 'lost', 'declined', 'asks_more'])
  await assert.rejects(simulate('reopened'), errorWith(409, 'outcome_impossible'))
  await simulate('won')
  assert.deepEqual([await balances(), await offered()], [[962_374, 0], ['reopened']])
  app.forward(3_600_000)
  const listener = await call(createWebhookListener, {})
  const at = app.runtime.clock()
  await simulate('reopened')
  const again = await dispute()
  assert.deepEqual(
    [again.status, again.resolution, again.resolvedAt, again.heldKobo, again.message],
    ['awaiting_merchant_feedback', null, null, 500_000, message],
  )
  assert.ok(Date.parse(again.dueAt) >= afterRunning(at, disputeResponseMs).getTime())
  assert.deepEqual([await balances(), await offered()], [[462_374, 500_000], ['unanswered']])
  assert.equal((await call(listDisputes, { state: 'open' })).totalElements, 1)
  assert.match((await call(listNotifications, {})).content[0]!.title, /is open again/)
  const { content } = await call(listenForWebhooks, { id: listener.id, cursor: listener.cursor })
  assert.deepEqual(
    content.map(({ body }) => JSON.parse(body).type),
    ['dispute.reopened'],
  )
  await assert.rejects(
    call(requestRefund, { id: payment.id, amountKobo: 100, reason }),
    errorWith(409, 'payment_disputed'),
  )
  await app.drain()
  assert.equal((await readEmails(app, /is open again/)).length, 1)

  // Its second deadline counts like the first: no response.
  app.forward(Date.parse(again.dueAt) - app.runtime.clock().getTime() + 1_000)
  await app.drain()
  const ended = await dispute()
  assert.deepEqual([ended.status, ended.resolution, ended.lostKobo], ['resolved', 'auto_accepted', 500_000])
  assert.deepEqual([await balances(), await ledgerSum(), await offered()], [[462_374, 0], 0, []])
  assert.equal((await call(getPayment, { id: payment.id })).status, 'reversed')
})

test('a bank can request more evidence; it is contested once more, and the bank rejects it', async (t) => {
  const { app, call, id, payment, simulate, dispute, balances, ledgerSum } = await contested(t)
  await simulate('asks_more')
  assert.deepEqual([(await dispute()).status, await balances()], ['awaiting_merchant_feedback', [462_374, 500_000]])
  await call(addEvidence, { id, evidenceType: 'delivery', document: testDocument('slip.pdf', samplePdf()) })
  app.forward(4 * 3_600_000 + 60_000)
  await app.drain()
  assert.ok(
    (await readEmails(app, /Dispute over .* response needed/)).length <= 1,
    'the first deadline reminds no more',
  )
  await call(contestDispute, { id, message: `${message} The slip is added.` })
  await simulate('declined')
  const ended = await dispute()
  assert.deepEqual([ended.status, ended.resolution, ended.lostKobo], ['resolved', 'declined', 500_000])
  assert.match(ended.events[0]!.text, /did not accept the evidence/)
  assert.deepEqual([await balances(), await ledgerSum()], [[462_374, 0], 0])
  assert.equal((await call(getPayment, { id: payment.id })).status, 'reversed')
  await assert.rejects(simulate('reopened'), errorWith(409, 'outcome_impossible'))
})

test('a reopened dispute does not ask for money refunded since, and a fully refunded payment cannot be disputed again', async (t) => {
  const { call, payment, simulate, offered, dispute, balances, ledgerSum } = await contested(t)
  await simulate('won')
  await call(requestRefund, { id: payment.id, amountKobo: 200_000, reason })
  await simulate('reopened')
  assert.deepEqual([(await dispute()).amountKobo, await balances()], [300_000, [462_374, 300_000]])
  await call(contestDispute, { id: (await dispute()).id, message })
  await simulate('won')
  await call(requestRefund, { id: payment.id, amountKobo: 300_000, reason })
  assert.deepEqual([await offered(), await ledgerSum()], [[], 0])
})

test('a deadline can be simulated in Test Mode', async (t) => {
  const { call, payment, simulate, offered, dispute, balances } = await contested(t)
  await simulate('asks_more')
  assert.deepEqual(await offered(), ['unanswered'])
  await simulate('unanswered')
  assert.deepEqual([(await dispute()).resolution, await balances()], ['auto_accepted', [462_374, 0]])
  assert.equal((await call(getPayment, { id: payment.id })).status, 'reversed')
  await assert.rejects(simulate('unanswered'), errorWith(409, 'outcome_impossible'))
})

test('concurrent requests reopen a dispute once, and only its bank can', async (t) => {
  const { app, call, simulate, balances, id } = await contested(t)
  await simulate('won')
  const other = app.as(await app.createUser('Bola'))
  await assert.rejects(
    other.call(playOutcome, { kind: 'dispute', id, name: 'reopened' }),
    errorWith(404, 'dispute_not_found'),
  )
  await assert.rejects(other.call(listOutcomes, { kind: 'dispute', id }), errorWith(404, 'dispute_not_found'))
  const listener = await call(createWebhookListener, {})
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => simulate('reopened')))
  // A request that finds the dispute already reopened either acts on its new state or gets 409; never a server error.
  assert.ok(all.some(({ status }) => status === 'fulfilled'))
  for (const each of all) if (each.status === 'rejected') assert.equal(each.reason.status, 409)
  assert.deepEqual(await balances(), [462_374, 500_000])
  const { content } = await call(listenForWebhooks, { id: listener.id, cursor: listener.cursor })
  assert.equal(content.length, 1)
})

test('a dispute is archived ninety days after its decision: listed separately, and it cannot be reopened', async (t) => {
  const { app, user, id, simulate } = await contested(t)
  await simulate('won')
  // The session expires long before; the secret key stays valid.
  const key = await createSecretKeyFor(app, user)
  const call = <E extends Endpoint>(endpoint: E, input: EndpointInput<E>) =>
    callEndpoint({ baseUrl: (server) => `${app.url}/test/${server}`, token: () => key }, endpoint, input)
  const counts = async () => {
    const of = async (state: 'open' | 'closed' | 'archived') => (await call(listDisputes, { state })).totalElements
    return [await of('open'), await of('closed'), await of('archived'), (await call(listDisputes, {})).totalElements]
  }
  app.forward(disputeArchiveMs - 60_000)
  await runNow(app.runtime, 'archive-disputes')
  await app.drain()
  assert.deepEqual(await counts(), [0, 1, 0, 1])
  app.forward(120_000)
  await runNow(app.runtime, 'archive-disputes')
  await app.drain()
  assert.deepEqual(await counts(), [0, 0, 1, 1])
  const { status, resolution, events } = await call(getDispute, { id })
  assert.deepEqual([status, resolution, events[0]!.kind], ['archived', 'won', 'archived'])
  await assert.rejects(call(contestDispute, { id, message }), errorWith(409, 'dispute_answered'))
  const comesBack = jobUnitOfWork(app.runtime).write((context) =>
    reopenDispute(context, { merchantId: user.merchantId, id }, 'reopened'),
  )
  await assert.rejects(comesBack, { code: 'dispute_move_refused' })
})
