import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallError } from '@adire/contract/call.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { cancelRefund, getRefund, getRefundable, payRefundToAccount, requestRefund } from '@adire/contract/refunds.ts'
import { eq } from 'drizzle-orm'
import type { RefundOutcome } from '../../connectors/refunds.ts'
import { sandboxRefunds } from '../../connectors/sandbox/tables.ts'
import { jobHandlers } from '../../jobs/schedule.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { runJob } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { gtbBankId, refundFixture } from '../../testing/refunding.ts'
import { readEmails } from '../../testing/sign-in.ts'
import { confirmSessions } from '../../testing/users.ts'
import { refunds } from './tables.ts'

const reason = 'requested_by_customer' as const
const every: readonly RefundOutcome[] = [
  { kind: 'processed' },
  { kind: 'failed', message: 'Too late' },
  { kind: 'needs_account', message: 'Too late' },
  { kind: 'pending' },
  { kind: 'unknown' },
]

test('the status of a finished refund is final, also for late outcomes, and it cannot be cancelled', async (t) => {
  const { app, call, pay, balanceOf, begin, receiveOutcome } = await refundFixture(t)
  await pay('plain', 'bola@example.com')
  const { id } = await pay()
  const readState = async (refundId: string) => {
    const [refund, payment] = [await call(getRefund, { id: refundId }), await call(getPayment, { id })]
    const { leftKobo } = await call(getRefundable, { id })
    return [refund.status, payment.status, payment.refundedKobo, leftKobo, await balanceOf()]
  }
  const staysAs = async (refundId: string, ...expected: unknown[]) => {
    assert.deepEqual(await readState(refundId), expected)
    for (const outcome of every) await receiveOutcome({ id: refundId }, outcome)
    await assert.rejects(call(cancelRefund, { id: refundId }), errorWith(409, 'refund_not_cancellable'))
    assert.deepEqual(await readState(refundId), expected)
  }
  const open = await begin(id, 100_000)
  // Outcomes that are not final leave it under way.
  for (const outcome of every.slice(3)) await receiveOutcome(open, outcome)
  assert.deepEqual(await readState(open.id), ['processing', 'success', 0, 400_000, 862_374])
  await receiveOutcome(open, { kind: 'processed' })
  await staysAs(open.id, 'processed', 'partially_refunded', 100_000, 400_000, 862_374)
  const returned = await begin(id, 150_000)
  await receiveOutcome(returned, { kind: 'failed', message: 'No' })
  await staysAs(returned.id, 'failed', 'partially_refunded', 100_000, 400_000, 862_374)
  const requested = await begin(id, 50_000)
  await receiveOutcome(requested, { kind: 'needs_account', message: 'Which account?' })
  for (const outcome of every) await receiveOutcome(requested, outcome)
  assert.deepEqual(await readState(requested.id), ['needs_attention', 'partially_refunded', 100_000, 350_000, 812_374])
  await call(cancelRefund, { id: requested.id })
  await staysAs(requested.id, 'failed', 'partially_refunded', 100_000, 400_000, 862_374)
  // All but one kobo is a partial refund; the last kobo makes it full.
  const most = await call(requestRefund, { id, amountKobo: 399_999, reason })
  await staysAs(most.id, 'processed', 'partially_refunded', 499_999, 1, 462_375)
  const last = await call(requestRefund, { id, amountKobo: 1, reason })
  await staysAs(last.id, 'processed', 'refunded', 500_000, 0, 462_374)
  await staysAs(open.id, 'processed', 'refunded', 500_000, 0, 462_374)
  await app.drain()
  assert.equal((await readEmails(app, /refunded NGN/)).length, 3)
})

test('waiting and processing refunds reduce the refundable amount, to the kobo', async (t) => {
  const { call, pay, balanceOf, begin, receiveOutcome, runScheduledJobs } = await refundFixture(t)
  const { id } = await pay()
  const assertRefundableKobo = async (leftKobo: number) => {
    assert.equal((await call(getRefundable, { id })).leftKobo, leftKobo)
    const more = call(requestRefund, { id, amountKobo: leftKobo + 1, reason })
    await assert.rejects(more, errorWith(422, 'above_what_is_left', 'amountKobo'))
  }
  const processing = await begin(id, 100_000)
  await assertRefundableKobo(400_000)
  const requested = await begin(id, 50_000)
  await receiveOutcome(requested, { kind: 'needs_account', message: 'Which account?' })
  await assertRefundableKobo(350_000)
  // One kobo more than the balance waits; exactly the balance does not.
  const waiting = await begin(id, 331_188)
  assert.deepEqual([waiting.status, await balanceOf()], ['pending', 331_187])
  await assertRefundableKobo(18_812)
  await call(cancelRefund, { id: waiting.id })
  const fullRefund = await begin(id, 331_187)
  assert.deepEqual([fullRefund.status, await balanceOf()], ['processing', 0])
  await assertRefundableKobo(18_813)
  // A failed refund makes room for a waiting one.
  const next = await begin(id, 18_813)
  await runScheduledJobs()
  const statuses = async () =>
    Promise.all([processing, requested, fullRefund, next].map(async ({ id }) => (await call(getRefund, { id })).status))
  assert.deepEqual(await statuses(), ['processed', 'needs_attention', 'processed', 'pending'])
  await receiveOutcome(requested, { kind: 'processed' })
  await call(cancelRefund, { id: requested.id })
  await runScheduledJobs()
  assert.deepEqual(await statuses(), ['processed', 'failed', 'processed', 'processed'])
  const payment = await call(getPayment, { id })
  assert.deepEqual([payment.status, payment.refundedKobo, await balanceOf()], ['partially_refunded', 450_000, 31_187])
  await assertRefundableKobo(50_000)
})

test('a refund without outcome is queried after thirty seconds, then at doubled intervals, at most every quarter of an hour', async (t) => {
  const { app, call, pay, begin, write, balanceOf } = await refundFixture(t)
  await pay()
  const { id } = await pay()
  const refund = await begin(id, 120_000)
  const handler = jobHandlers.find(({ job }) => job.name === 'check-refunds')!
  const look = async (at: number) => {
    await handler.run(jobUnitOfWork({ ...app.runtime, clock: () => new Date(at) }), {} as never)
    const [row] = await write(({ tx }) => tx.select().from(refunds).where(eq(refunds.id, refund.id)))
    return row!.checkAt!.getTime()
  }
  let due = refund.checkAt!.getTime()
  assert.equal(due - Date.parse((await call(getRefund, { id: refund.id })).createdAt), 30_000)
  for (const seconds of [30, 60, 120, 240, 480, 900, 900, 900]) {
    assert.equal(await look(due - 1), due)
    const next = await look(due)
    assert.equal(next - due, seconds * 1_000)
    due = next
  }
  // All these requests are one refund.
  await app.drain()
  assert.equal((await call(getRefund, { id: refund.id })).status, 'processed')
  assert.deepEqual([(await call(getPayment, { id })).refundedKobo, await balanceOf()], [120_000, 962_374 - 120_000])
  const sent = await app.runtime.database.read((tx) => tx.select().from(sandboxRefunds))
  assert.deepEqual(
    sent.map(({ reference, amountKobo }) => [reference, amountKobo]),
    [[refund.reference, 120_000]],
  )
})

test('a refund to a bank account that is interrupted at any point pays that account once, and of two concurrent accounts one is paid', async (t) => {
  const { app, owner, call, pay, runScheduledJobs, balanceOf } = await refundFixture(t)
  await pay()
  const { id } = await pay('needsAccount')
  const process = openInterrupter(app)
  let refundedKobo = 0
  for (const points of [6, 8, 10, 12]) {
    const refund = await call(requestRefund, { id, amountKobo: 10_000, reason })
    assert.equal(refund.status, 'needs_attention')
    const give = async (points = Number.POSITIVE_INFINITY) => {
      await confirmSessions(app, owner)
      process.endAfter(points)
      await call(payRefundToAccount, {
        id: refund.id,
        bankId: gtbBankId,
        accountNumber: '0000000018',
        nameConfirmed: true,
      })
    }
    await give(points).catch(() => undefined)
    process.revive()
    await runScheduledJobs()
    // If the account was stored, the refund is paid without giving it again; if the process ended before, it is given again.
    const cutOff = await call(getRefund, { id: refund.id })
    if (cutOff.account) assert.equal(cutOff.status, 'processed', `cut off at ${points}`)
    else await give()
    const done = await call(getRefund, { id: refund.id })
    assert.deepEqual([done.status, done.account?.accountNumber, done.failureMessage], ['processed', '0000000018', null])
    refundedKobo += 10_000
    assert.equal((await call(getPayment, { id })).refundedKobo, refundedKobo)
  }
  const both = await call(requestRefund, { id, amountKobo: 10_000, reason })
  await confirmSessions(app, owner)
  const accounts = ['0000000018', '0000000025']
  const results = await Promise.allSettled(
    accounts.map((accountNumber) =>
      call(payRefundToAccount, { id: both.id, bankId: gtbBankId, accountNumber, nameConfirmed: true }),
    ),
  )
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  const rejection = results.find((one) => one.status === 'rejected')!.reason as CallError
  assert.equal(rejection.code, 'account_not_asked')
  const winner = accounts[results.findIndex(({ status }) => status === 'fulfilled')]
  assert.equal((await call(getRefund, { id: both.id })).account?.accountNumber, winner)
  refundedKobo += 10_000
  assert.deepEqual(
    [(await call(getPayment, { id })).refundedKobo, await balanceOf()],
    [refundedKobo, 962_374 - refundedKobo],
  )
})

test('the payer is told of a refund that is paid late, also if it had come back before the first email was sent', async (t) => {
  const { app, call, merchantId, pay, write } = await refundFixture(t)
  await pay()
  const { id } = await pay()
  const refund = await call(requestRefund, { id, amountKobo: 200_000, reason: 'duplicate' })
  const setAtBank = (status: 'processed' | 'failed') =>
    write(({ tx }) =>
      tx.$client.query('update sandbox_refunds set status = $2 where reference = $1', [refund.reference, status]),
    )
  const check = async () => {
    await runJob(app.runtime, 'check-refund', { merchantId, refundId: refund.id, mode: 'TEST' })
    await app.drain()
  }
  const mails = async () => (await mailsTo(app, 'ada@example.com')).filter(({ subject }) => / refunded /.test(subject))
  await setAtBank('failed')
  await check()
  assert.deepEqual([(await call(getRefund, { id: refund.id })).status, (await mails()).length], ['failed', 0])
  await setAtBank('processed')
  await check()
  assert.equal((await call(getRefund, { id: refund.id })).status, 'processed')
  const [told, ...others] = await mails()
  assert.equal(others.length, 0)
  assert.match(told!.text, /It did not arrive at first, and was sent again\./)
})
