import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNaira } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getFeeSummary } from '@adire/contract/reports.ts'
import {
  downloadSettlementPostings,
  getSettlement,
  getSettlementsSummary,
  getUnsettled,
} from '@adire/contract/settlements.ts'
import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { errorWith } from '../../testing/error-with.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { assertAddsUp } from '../../testing/settlement-sums.ts'
import { enqueuePayoutCheck } from './jobs.ts'
import { payouts } from './tables.ts'

test('a payout that the bank sends back after it has paid it is in the balance again, and in the next settlement', async (t) => {
  const { call, pay, to, morning, addAccount, balanceOf, faults, app } = await settlementFixture(t)
  await addAccount('0000000017')
  await pay(2_000_000)
  const paid = (await morning(1))!
  const sent = paid.amountKobo
  assert.deepEqual([paid.status, paid.returnedAt, await balanceOf('pending')], ['success', null, 0])
  const names = async () =>
    (await call(listOutcomes, { kind: 'settlement', id: paid.id })).content.map(({ name }) => name)
  assert.deepEqual(await names(), ['sent_back'])

  to(1, 15)
  const sendBack = () => call(playOutcome, { kind: 'settlement', id: paid.id, name: 'sent_back' })
  const ends = await Promise.allSettled([sendBack(), sendBack()])
  assert.ok(ends.some(({ status }) => status === 'fulfilled'))
  await assert.rejects(sendBack(), errorWith(409, 'outcome_impossible'))
  const returned = await call(getSettlement, { id: paid.id })
  assert.deepEqual(
    [returned.status, returned.returnReason, returned.returnedAt !== null],
    ['success', 'The bank sent the money back', true],
  )
  const told = returned.events.filter(({ kind }) => kind === 'sent_back').map(({ text }) => text)
  assert.deepEqual(told, [`Access Bank 0000000017 sent ${formatNaira(sent)} back: The bank sent the money back`])
  // The amount and the stamp duty of NGN 50.
  assert.equal(await balanceOf('pending'), sent + 5_000)
  assert.equal((await call(getUnsettled, {})).unsettledKobo, sent + 5_000)
  const summary = await call(getSettlementsSummary, {})
  assert.deepEqual([summary.paidKobo, summary.paidCount, summary.stampDutyKobo], [0, 0, 0])
  assert.deepEqual(await names(), [])
  assertAddsUp(returned)
  assert.deepEqual(await faults(), [])
  await app.drain()
  const notices = (await call(listNotifications, { limit: 100 })).content.filter(({ title }) =>
    /came back$/.test(title),
  )
  assert.deepEqual([notices.length, /part of the next settlement/.test(notices[0]!.text)], [1, true])
  const postings = await call(downloadSettlementPostings, { id: paid.id })
  assert.ok(postings.includes(`payout_return:${paid.id}:1`))

  const next = (await morning(2))!
  assert.notEqual(next.id, paid.id)
  assert.deepEqual(
    [next.status, next.amountKobo, next.figures.adjustmentsKobo, next.figures.grossKobo],
    ['success', sent, sent + 5_000, 0],
  )
  assertAddsUp(next)
  assert.equal((await call(getSettlementsSummary, {})).paidKobo, sent)
  assert.equal(await balanceOf('pending'), 0)
  assert.deepEqual(await faults(), [])

  // The days may be of two years.
  const years = new Set([paid, next].map(({ dueOn }) => Number(dueOn.slice(0, 4))))
  const totals = await Promise.all([...years].map(async (year) => (await call(getFeeSummary, { year })).total))
  const sum = (of: (total: (typeof totals)[number]) => number) => totals.reduce((all, total) => all + of(total), 0)
  assert.deepEqual([sum(({ paidOutKobo }) => paidOutKobo), sum(({ stampDutyKobo }) => stampDutyKobo)], [sent, 5_000])
})

test('a late event about a returned payout does not send the next one before it is due', async (t) => {
  const { app, pay, to, morning, addAccount, runScheduledJobs, newest } = await settlementFixture(t)
  await addAccount('0000000031')
  await pay(2_000_000)
  assert.equal((await morning(1))!.status, 'failed')
  const { write } = jobUnitOfWork(app.runtime)
  const [first] = await write(({ tx }) => tx.select().from(payouts))
  to(2, 1.2)
  await runScheduledJobs()
  assert.equal((await newest())!.status, 'pending')
  assert.equal(await write(({ tx }) => enqueuePayoutCheck(tx, first!.reference)), true)
  await app.drain()
  const { status, attempts } = (await newest())!
  assert.deepEqual([status, attempts], ['pending', 1])
})
