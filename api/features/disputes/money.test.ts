import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { listCustomers } from '@adire/contract/customers.ts'
import { acceptDispute, addEvidence, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { createPaymentLink } from '@adire/contract/payment-links.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { getRefundable, requestRefund } from '@adire/contract/refunds.ts'
import type { MerchantContext } from '../../context.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { merchantAccount, platformAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { testApp } from '../../testing/app.ts'
import { newDisputeNotice } from '../../testing/dispute-notice.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { samplePdf, testDocument } from '../../testing/onboarding.ts'
import { testCards } from '../../testing/settlement-fixture.ts'
import { archiveOldDisputes } from './archive.ts'
import { openDispute } from './open.ts'
import { acceptAfterDeadline, acceptDisputeHandler, contestDisputeHandler, decideDispute } from './respond.ts'

const message = 'The jacket was handed over on 3 March and signed for.'
const reason = 'requested_by_customer' as const
let links = 0

async function business(t: TestContext) {
  const app = await testApp(t)
  const owner = await app.createUser()
  const { call, merchantId } = app.as(owner)
  const pay = async (amountKobo = 500_000) => {
    const link = await call(createPaymentLink, { name: `Adire ${++links}`, amountKobo, feeBearer: 'merchant' })
    const payer = app.asNobody()
    const begun = { slug: link.slug, checkoutId: crypto.randomUUID(), email: 'ada@example.com' }
    const { accessCode, reference } = await payer.call(startPayment, begun)
    await payer.call(payByCard, { accessCode, ...testCards.plain })
    return (await call(listPayments, { search: reference })).content[0]!.id
  }
  const user = { id: owner.userId, email: owner.email, sessionId: '' }
  /** Runs in the context of a member at a given time, or of the bank. */
  const write = <T>(use: (context: MerchantContext) => Promise<T>, now = app.runtime.clock()) =>
    jobUnitOfWork(app.runtime).write((context) =>
      use({ ...context, now, merchant: { id: merchantId }, user, apiKey: undefined }),
    )
  const open = async (paymentId: string, processorReference: string = crypto.randomUUID()) => {
    return write((context) => openDispute(context, { merchantId, id: paymentId }, newDisputeNotice(processorReference)))
  }
  const decided = (id: string, resolution: 'won' | 'lost') =>
    write((context) => decideDispute(context, { merchantId, id }, resolution, 'bank'))
  const collect = async () => {
    await runNow(app.runtime, 'collect-for-disputes')
    await app.drain()
  }
  /** Pending balance, reserved balance, and the platform's advances. */
  const money = () =>
    app.runtime.database.read(async (tx) => [
      await getBalance(tx, merchantAccount(merchantId, 'pending')),
      await getBalance(tx, merchantAccount(merchantId, 'reserved')),
      await getBalance(tx, platformAccount('TEST', 'advances')),
    ])
  const readState = async (paymentId: string) => {
    const { status, refundedKobo } = await call(getPayment, { id: paymentId })
    return [status, refundedKobo, (await call(getRefundable, { id: paymentId })).leftKobo]
  }
  return { app, call, merchantId, pay, write, open, decided, collect, money, readState }
}

test('a dispute over the rest of a payment, lost completely, reverses it; accepting a kobo more than disputed is rejected', async (t) => {
  const { call, pay, open, decided, money, readState } = await business(t)
  await pay()
  const id = await pay()
  await call(requestRefund, { id, amountKobo: 120_000, reason })
  const dispute = (await open(id))!
  assert.deepEqual([dispute.amountKobo, await money()], [380_000, [462_374, 380_000, 0]])
  const more = call(acceptDispute, { id: dispute.id, amountKobo: 380_001 })
  await assert.rejects(more, errorWith(422, 'above_what_is_disputed', 'amountKobo'))
  await call(contestDispute, { id: dispute.id, message })
  await decided(dispute.id, 'lost')
  assert.deepEqual(
    [await readState(id), await money()],
    [
      ['reversed', 500_000, 0],
      [462_374, 0, 0],
    ],
  )
  assert.equal((await call(listCustomers, {})).content[0]?.paidKobo, 500_000, 'only the other payment is left')
  await assert.rejects(call(requestRefund, { id, amountKobo: 1, reason }), errorWith(409, 'nothing_left'))
  assert.equal(await open(id), undefined)
})

test('a decision is final, and a repeated event of the bank opens no second dispute', async (t) => {
  const { call, pay, open, decided, write, money, readState, merchantId } = await business(t)
  await pay()
  const id = await pay()
  const first = (await open(id, 'bank-1'))!
  const twice = await Promise.all([open(id, 'bank-1'), open(id, 'bank-1'), open(id, 'bank-2')])
  assert.deepEqual(
    twice.map((one) => one?.id),
    [first.id, first.id, undefined],
  )
  await assert.rejects(decided(first.id, 'won'), { code: 'dispute_not_contested' })
  await call(contestDispute, { id: first.id, message })
  assert.deepEqual([await decided(first.id, 'won'), await decided(first.id, 'lost')], [true, false])
  const muchLater = new Date(first.dueAt.getTime() + dayMs)
  await write((context) => acceptAfterDeadline(context, { merchantId, id: first.id }), muchLater)
  assert.equal((await open(id, 'bank-1'))?.id, first.id)
  const { status, resolution, lostKobo } = await call(getDispute, { id: first.id })
  assert.deepEqual([status, resolution, lostKobo], ['resolved', 'won', 0])
  assert.deepEqual(
    [await readState(id), await money()],
    [
      ['success', 0, 500_000],
      [962_374, 0, 0],
    ],
  )
  // Another dispute over the same payment is partly lost, and stays lost.
  const other = (await open(id, 'bank-3'))!
  await call(acceptDispute, { id: other.id, amountKobo: 499_999 })
  assert.equal(await decided(other.id, 'won'), false)
  assert.deepEqual(
    [await readState(id), await money()],
    [
      ['partially_refunded', 499_999, 1],
      [462_375, 0, 0],
    ],
  )
  assert.equal((await open(id, 'bank-4'))?.amountKobo, 1)
  assert.equal((await call(listDisputes, {})).totalElements, 3)
})

test('a dispute can be contested until the last millisecond of its deadline, then it counts as accepted', async (t) => {
  const { app, call, pay, open, write, money, merchantId } = await business(t)
  await pay()
  const { id, dueAt } = (await open(await pay()))!
  const key = { merchantId, id }
  const before = new Date(dueAt.getTime() - 1)
  await write((context) => acceptAfterDeadline(context, key), before)
  assert.equal((await call(getDispute, { id })).status, 'awaiting_merchant_feedback')
  const overdue = { code: 'dispute_overdue' }
  await assert.rejects(
    write((context) => contestDisputeHandler(context, { id, message }), dueAt),
    overdue,
  )
  await assert.rejects(
    write((context) => acceptDisputeHandler(context, { id, amountKobo: 1 }), dueAt),
    overdue,
  )
  await write((context) => acceptAfterDeadline(context, key), dueAt)
  assert.deepEqual([(await call(getDispute, { id })).resolution, await money()], ['auto_accepted', [462_374, 0, 0]])
  const second = (await open(await pay()))!
  await write(
    (context) => contestDisputeHandler(context, { id: second.id, message }),
    new Date(second.dueAt.getTime() - 1),
  )
  await write((context) => acceptAfterDeadline(context, { merchantId, id: second.id }), second.dueAt)
  assert.equal((await call(getDispute, { id: second.id })).status, 'awaiting_bank_feedback')
  // Past its deadline, before a job has acted on it.
  const third = (await open(await pay()))!
  app.forward(third.dueAt.getTime() - app.runtime.clock().getTime())
  const late = errorWith(409, 'dispute_overdue')
  await assert.rejects(call(acceptDispute, { id: third.id, amountKobo: 1 }), late)
  await assert.rejects(call(contestDispute, { id: third.id, message }), late)
  const evidence = { evidenceType: 'delivery' as const, document: testDocument('slip.pdf', samplePdf()) }
  await assert.rejects(call(addEvidence, { id: third.id, ...evidence }), late)
})

test('what a balance lacks is taken from later proceeds, in parts, oldest dispute first, before the platform advances it', async (t) => {
  const { call, pay, open, write, collect, money } = await business(t)
  const first = (await open(await pay()))!
  assert.deepEqual([first.heldKobo, await money()], [481_187, [0, 481_187, 0]])
  const second = (await open(await pay(100_000)))!
  // Of NGN 1,000.00 the net was NGN 983.87.
  assert.deepEqual([second.heldKobo, await money()], [98_387, [0, 579_574, 0]])
  const held = async () => [
    (await call(getDispute, { id: first.id })).heldKobo,
    (await call(getDispute, { id: second.id })).heldKobo,
  ]
  // The first dispute's missing NGN 188.13 (the fee) is held before the second's NGN 16.13.
  await pay(10_000)
  await collect()
  assert.deepEqual([await held(), (await money())[0]], [[481_187 + 9_839, 98_387], 0])
  await pay(10_000)
  await collect()
  assert.deepEqual([await held(), (await money())[0]], [[500_000, 98_387 + 865], 0])
  // Accepted before the next collection, it takes the balance there is.
  await pay(10_000)
  const lost = await call(acceptDispute, { id: second.id, amountKobo: 100_000 })
  assert.deepEqual([lost.owedKobo, await money()], [0, [9_839 - 748, 500_000, 0]])

  const third = (await open(await pay(1_000_000)))!
  const short = 1_000_000 - (9_091 + 973_125)
  const { owedKobo } = await call(acceptDispute, { id: third.id, amountKobo: 1_000_000 })
  assert.deepEqual([owedKobo, await money()], [short, [0, 500_000, -short]])
  const readOwedKobo = async () => (await call(getDispute, { id: third.id })).owedKobo
  await pay(10_000)
  await collect()
  await collect()
  assert.deepEqual([await readOwedKobo(), await money()], [short - 9_839, [0, 500_000, 9_839 - short]])
  // While an amount is owed, a dispute is not archived, however old.
  const years = new Date(Date.now() + 3 * 365 * dayMs)
  await write((context) => archiveOldDisputes(context, undefined, 100), years)
  assert.deepEqual(
    [(await call(getDispute, { id: second.id })).status, (await call(getDispute, { id: third.id })).status],
    ['archived', 'resolved'],
  )
  await pay(10_000)
  await collect()
  assert.deepEqual([await readOwedKobo(), await money()], [0, [2 * 9_839 - short, 500_000, 0]])
})
