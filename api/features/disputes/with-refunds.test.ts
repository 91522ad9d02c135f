import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { cancelRefund, getRefund, getRefundable, payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { debtAccount, platformAccount } from '../../ledger/accounts.ts'
import { getMerchantBalance } from '../../ledger/ledger.ts'
import { newDisputeNotice } from '../../testing/dispute-notice.ts'
import { runJob } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { exactBusiness } from '../../testing/exact-business.ts'
import { liveFixture, secretKey } from '../../testing/live-fixture.ts'
import { gtbBankId, refundFixture } from '../../testing/refunding.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { confirmSessions } from '../../testing/users.ts'
import { applyLateOutcome, applyRefundOutcome } from '../refunds/apply-outcome.ts'
import { checkLedger } from '../settlements/check-ledger.ts'
import { findDispute } from './move.ts'
import { openDispute } from './open.ts'
import { reopenDispute } from './reopen.ts'
import { contestDisputeHandler, type DisputeDecision, decideDispute } from './respond.ts'

const message = 'The jacket was handed over on 3 March and signed for.'
const reason = 'requested_by_customer' as const
const unsent = 'it was not sent, because the customer’s bank demands the money'
const failed = { kind: 'failed', message: 'The account is closed' } as const

/** A business with a payment of NGN 5,000 that the payer's bank can demand back while it is refunded, and money of another payment. */
async function disputedBusiness(t: TestContext) {
  const fixture = await refundFixture(t)
  const { app, call, merchantId, write, pay } = fixture
  const other = await pay()
  const { id } = await pay()
  const open = (amountKobo?: number) =>
    write((context) =>
      openDispute(context, { merchantId, id }, { ...newDisputeNotice(), ...(amountKobo && { amountKobo }) }),
    )
  const decide = async (disputeId: string, decision: DisputeDecision) => {
    await call(contestDispute, { id: disputeId, message })
    await write((context) => decideDispute(context, { merchantId, id: disputeId }, decision, 'bank'))
  }
  const setAtBank = (reference: string, status: 'processed' | 'failed') =>
    write(({ tx }) =>
      tx.$client.query('update sandbox_refunds set status = $2 where reference = $1', [reference, status]),
    )
  const comesBack = async ({ id: refundId, reference }: { id: string; reference: string }) => {
    await setAtBank(reference, 'failed')
    await write((context) => applyLateOutcome(context, { merchantId, id: refundId }, failed))
  }
  const state = async () => {
    const { status, refundedKobo } = await call(getPayment, { id })
    return [status, refundedKobo, (await call(getRefundable, { id })).leftKobo]
  }
  const faults = async () => (await checkLedger((use) => jobUnitOfWork(app.runtime).write(use))).faults
  return { ...fixture, id, other, open, decide, setAtBank, comesBack, state, faults }
}

test('a refund that comes back after the rest was lost in a dispute can be made again', async (t) => {
  const { call, id, open, decide, comesBack, state, faults } = await disputedBusiness(t)
  const refund = await call(requestRefund, { id, amountKobo: 200_000, reason })
  await decide((await open())!.id, 'lost')
  assert.deepEqual(await state(), ['reversed', 500_000, 0])
  await comesBack(refund)
  assert.deepEqual(await state(), ['partially_refunded', 300_000, 200_000])
  const again = await call(requestRefund, { id, amountKobo: 200_000, reason })
  assert.equal((await call(getRefund, { id: again.id })).status, 'processed')
  assert.deepEqual([...(await state()), ...(await faults())], ['refunded', 500_000, 0])
})

test('a dispute covers what the bank demands as soon as a refund that was under way has failed', async (t) => {
  const { call, id, open, decide, begin, receiveOutcome, state, balanceOf, faults } = await disputedBusiness(t)
  const refund = await begin(id, 200_000)
  const dispute = (await open())!
  assert.equal(dispute.amountKobo, 300_000)
  const before = await balanceOf()
  await receiveOutcome(refund, failed)
  const grown = await call(getDispute, { id: dispute.id })
  assert.deepEqual([grown.amountKobo, grown.heldKobo, await balanceOf()], [500_000, 500_000, before])
  await decide(dispute.id, 'lost')
  assert.deepEqual([...(await state()), ...(await faults())], ['reversed', 500_000, 0])
})

test('what the bank took with a dispute is lost once a refund that was under way has failed', async (t) => {
  const { call, merchantId, id, open, decide, begin, receiveOutcome, state, balanceOf, faults, app } =
    await disputedBusiness(t)
  const refund = await begin(id, 200_000)
  const { id: disputeId } = (await open())!
  await decide(disputeId, 'lost')
  assert.deepEqual(await state(), ['partially_refunded', 300_000, 0])
  const before = await balanceOf()
  await receiveOutcome(refund, failed)
  const { amountKobo, lostKobo, owedKobo } = await call(getDispute, { id: disputeId })
  assert.deepEqual([amountKobo, lostKobo, owedKobo, await balanceOf()], [500_000, 500_000, 0, before])
  assert.deepEqual([...(await state()), ...(await faults())], ['reversed', 500_000, 0])
  const advances = await app.runtime.database.read((tx) =>
    getMerchantBalance(tx, merchantId, platformAccount('TEST', 'advances')),
  )
  assert.equal(advances, 0)
})

test('a dispute that is reopened after a refund has failed covers what the bank demanded at first', async (t) => {
  const { call, merchantId, write, id, open, decide, begin, receiveOutcome, faults } = await disputedBusiness(t)
  const refund = await begin(id, 200_000)
  const dispute = (await open())!
  await decide(dispute.id, 'won')
  await receiveOutcome(refund, failed)
  await write((context) => reopenDispute(context, { merchantId, id: dispute.id }, 'reopened'))
  const { amountKobo, heldKobo } = await call(getDispute, { id: dispute.id })
  assert.deepEqual([amountKobo, heldKobo, ...(await faults())], [500_000, 500_000])
})

test('refunds that wait for the balance end where the bank demands more than they leave; others are sent', async (t) => {
  const { call, pay, id, other, open, begin, runScheduledJobs, state, faults } = await disputedBusiness(t)
  await begin(other.id, 500_000)
  const [sent, waiting] = [await begin(id, 100_000), await begin(id, 370_000)]
  assert.deepEqual([sent.status, waiting.status], ['processing', 'pending'])
  const dispute = (await open(450_000))!
  assert.deepEqual([dispute.amountKobo, dispute.heldKobo], [400_000, 362_374])
  const ended = await call(getRefund, { id: waiting.id })
  assert.deepEqual([ended.status, ended.failureMessage], ['failed', unsent])
  await pay()
  await runScheduledJobs()
  assert.deepEqual([...(await state()), ...(await faults())], ['partially_refunded', 100_000, 400_000])

  const another = await disputedBusiness(t)
  await another.begin(another.other.id, 500_000)
  await another.begin(another.id, 400_000)
  const kept = await another.begin(another.id, 90_000)
  assert.equal(kept.status, 'pending')
  assert.equal((await another.open(10_000))!.amountKobo, 10_000)
  assert.equal((await another.call(getRefund, { id: kept.id })).status, 'pending')
})

test('a refund that waits for an account gets none while the payment is disputed; cancelled, the dispute covers it', async (t) => {
  const { app, owner, call, merchantId, pay, write, faults } = await disputedBusiness(t)
  const { id } = await pay('needsAccount')
  const refund = await call(requestRefund, { id, amountKobo: 200_000, reason })
  assert.equal(refund.status, 'needs_attention')
  const opened = await write((context) => openDispute(context, { merchantId, id }, newDisputeNotice()))
  assert.equal(opened!.amountKobo, 300_000)
  await confirmSessions(app, owner)
  const account = { id: refund.id, bankId: gtbBankId, accountNumber: '0000000018', nameConfirmed: true }
  await assert.rejects(call(payRefundToAccount, account), errorWith(409, 'payment_disputed'))
  await call(cancelRefund, { id: refund.id })
  assert.equal((await call(getDispute, { id: opened!.id })).heldKobo, 500_000)
  assert.deepEqual(await faults(), [])
})

test('a refund that failed and was paid while the payment was disputed is taken once the dispute is won', async (t) => {
  const { app, call, id, open, decide, comesBack, setAtBank, state, balanceOf, faults, merchantId } =
    await disputedBusiness(t)
  const refund = await call(requestRefund, { id, amountKobo: 200_000, reason })
  await comesBack(refund)
  const dispute = (await open())!
  assert.equal(dispute.amountKobo, 500_000)
  await setAtBank(refund.reference, 'processed')
  await runJob(app.runtime, 'check-refund', { merchantId, refundId: refund.id, mode: 'TEST' })
  assert.equal((await call(getRefund, { id: refund.id })).status, 'failed')
  const before = await balanceOf()
  await decide(dispute.id, 'won')
  await app.drain()
  assert.equal((await call(getRefund, { id: refund.id })).status, 'processed')
  assert.deepEqual([...(await state()), await balanceOf()], ['partially_refunded', 200_000, 300_000, before + 300_000])
  assert.deepEqual(await faults(), [])
})

test('a dispute of a shared payment that covers a failed refund as well takes it from each by its share', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, merchantId, recipientIds, write, pay, payNet, beginRefund, openOver, balanceOf } = business
  const [recipientId] = recipientIds as [string]
  const shares = [{ partyId: recipientId, value: 3_000 }]
  at(0, 10)
  const id = await pay(1_000_000, { type: 'percentage', feeBearer: 'business', bearerPartyId: null, shares })
  await payNet(2_000_000)
  const [theirs, ours] = [await balanceOf('pending', recipientId), await balanceOf('pending')]
  const refund = await beginRefund(id, 400_000)
  const dispute = await openOver(id)
  assert.deepEqual([dispute.amountKobo, await balanceOf('pending', recipientId)], [600_000, theirs - 300_000])
  await write((context) => applyRefundOutcome(context, refund, failed))
  const grown = await write(({ tx }) => findDispute(tx, dispute))
  assert.deepEqual([grown.amountKobo, grown.heldKobo], [1_000_000, 1_000_000])
  assert.deepEqual([await balanceOf('pending', recipientId), await balanceOf('pending')], [0, ours - 700_000])
  await business.acceptPart(dispute.id, 500_000)
  assert.deepEqual([await balanceOf('pending', recipientId), await balanceOf('pending')], [150_000, ours - 350_000])
  const { rows } = await write(({ tx }) =>
    tx.$client.query(
      'select sum(part_kobo)::bigint as kobo from share_returns where merchant_id = $1 and payment_id = $2',
      [merchantId, id],
    ),
  )
  assert.deepEqual([rows, await fixture.faults()], [[{ kobo: 500_000 }], []])
})

test('of a shared payment, each recipient owes its part of what the bank took with a dispute that a failed refund was to give back', async (t) => {
  const fixture = await settlementFixture(t)
  const business = await exactBusiness(fixture)
  const { at, merchantId, recipientIds, write, pay, payNet, beginRefund, openOver, balanceOf, take } = business
  const [recipientId] = recipientIds as [string]
  const shares = [{ partyId: recipientId, value: 3_000 }]
  at(0, 10)
  const id = await pay(1_000_000, { type: 'percentage', feeBearer: 'business', bearerPartyId: null, shares })
  await payNet(2_000_000)
  const ours = await balanceOf('pending')
  const refund = await beginRefund(id, 400_000)
  const dispute = await openOver(id)
  await write((context) => contestDisputeHandler(context, { id: dispute.id, message }))
  await write((context) => decideDispute(context, { merchantId, id: dispute.id }, 'lost', 'bank'))
  await write((context) => applyRefundOutcome(context, refund, failed))
  const owes = () => write(({ tx }) => getMerchantBalance(tx, merchantId, debtAccount(recipientId, 'receivable')))
  assert.deepEqual([await balanceOf('pending', recipientId), await owes()], [120_000, -120_000])
  assert.deepEqual([await balanceOf('pending'), await fixture.faults()], [ours - 820_000, []])
  at(1, 1)
  await take({ merchantId, ownerId: recipientId })
  assert.deepEqual([await balanceOf('pending', recipientId), await owes()], [0, 0])
  assert.deepEqual([await balanceOf('pending'), await fixture.faults()], [ours - 700_000, []])
})

test('what Paystack takes with a dispute is lost once a refund that it had accepted has failed', async (t) => {
  const { app, call, paystack, pay, merchantId } = await liveFixture(t)
  const { control } = paystack
  await pay()
  const { charge, payment } = await pay()
  await call(requestRefund, { id: payment.id, amountKobo: 200_000, reason })
  const headers = { authorization: `Bearer ${secretKey}` }
  const listed = await (await fetch(`${paystack.url}/refund`, { headers })).json()
  const [there] = (listed as { data: [{ id: number }] }).data
  const { id } = await control.openDispute({ reference: charge })
  await app.drain()
  const dispute = async () => {
    const { status, amountKobo, lostKobo } = (await call(listDisputes, { paymentId: payment.id })).content[0]!
    return [status, amountKobo, lostKobo]
  }
  assert.deepEqual(await dispute(), ['awaiting_merchant_feedback', 300_000, 0])
  await control.closeDispute({ id, resolution: 'auto-accepted' })
  await app.drain()
  assert.deepEqual(await dispute(), ['resolved', 300_000, 300_000])
  await control.settleRefund({ id: there.id, status: 'failed' })
  await app.drain()
  assert.deepEqual(await dispute(), ['resolved', 500_000, 500_000])
  const { status, refundedKobo } = await call(getPayment, { id: payment.id })
  assert.deepEqual([status, refundedKobo], ['reversed', 500_000])
  const advances = await app.runtime.database.read((tx) =>
    getMerchantBalance(tx, merchantId, platformAccount('LIVE', 'advances')),
  )
  assert.equal(advances, 0)
})
