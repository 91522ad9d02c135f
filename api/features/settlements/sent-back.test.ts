import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { listReturnedMoney } from '@adire/contract/back-office/payments.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listNotifications } from '@adire/contract/notifications.ts'
import { getFeeSummary } from '@adire/contract/reports.ts'
import {
  downloadSettlementPostings,
  getSettlement,
  getSettlementsSummary,
  getUnsettled,
  resumeSettlement,
} from '@adire/contract/settlements.ts'
import { listOutcomes, playOutcome } from '@adire/contract/simulator.ts'
import { desc } from 'drizzle-orm'
import { sandboxStore } from '../../connectors/sandbox/store.ts'
import { sendTransferBack } from '../../connectors/sandbox/transfers.ts'
import { jobUnitOfWork } from '../../jobs/worker.ts'
import { platformAccount } from '../../ledger/accounts.ts'
import { getBalance } from '../../ledger/ledger.ts'
import { errorWith } from '../../testing/error-with.ts'
import { gtbBankId, settlementFixture } from '../../testing/settlement-fixture.ts'
import { assertAddsUp } from '../../testing/settlement-sums.ts'
import { asStaff, createStaff } from '../../testing/staff.ts'
import { bankAccounts } from '../bank-accounts/tables.ts'
import { enqueuePayoutCheck } from './jobs.ts'
import { payouts, settlements } from './tables.ts'

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
  assert.deepEqual(await names(), ['paid_late'])
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

/** A business whose payouts of days 1 and 2 came back after they were paid, and whose next settlement was due on day 3. */
async function sentBackTwice(t: TestContext) {
  const fixture = await settlementFixture(t)
  const { app, call, pay, to, morning, addAccount } = fixture
  await addAccount('0000000017')
  await pay(2_000_000)
  const sendBack = async (dayNumber: number) => {
    const { id, status } = (await morning(dayNumber))!
    assert.equal(status, 'success')
    to(dayNumber, 15)
    await call(playOutcome, { kind: 'settlement', id, name: 'sent_back' })
    await app.drain()
    return (await call(getUnsettled, {})).next.hold
  }
  const notices = async (title: RegExp) =>
    (await call(listNotifications, { limit: 100 })).content
      .filter((one) => title.test(one.title))
      .map((one) => one.text)
  assert.equal(await sendBack(1), null)
  const expected = await sendBack(2)
  return { ...fixture, sendBack, notices, expected, held: (await morning(3))! }
}

test('after two payouts to an account came back although they were paid, the next settlement is on hold until its owner confirms the account', async (t) => {
  const { app, call, to, morning, confirm, held, expected, notices, sendBack, faults, balanceOf, newest } =
    await sentBackTwice(t)
  assert.deepEqual([held.status, held.hold?.reason, held.attempts], ['on_hold', 'payouts_returned', 0])
  assert.equal(held.nextTryAt, null)
  assert.match(held.hold!.message, /^2 payouts to Access Bank 0000000017 came back after they were paid, .*confirm on/)
  assert.equal(expected?.message, held.hold!.message)
  await app.drain()
  assert.deepEqual(
    (await notices(/came back$/)).map((text) => /The next settlement is on hold: 2 payouts to/.test(text)),
    [true, false],
  )
  assert.deepEqual(await notices(/is on hold$/), [held.hold!.message])
  const { payouts: shown } = await asStaff(app, await createStaff(app, 'finance'))(listReturnedMoney, {})
  assert.deepEqual(
    shown.map(({ accountNumber, message }) => [accountNumber, message]),
    Array(2).fill(['0000000017', 'The bank sent the money back']),
  )
  // It is not sent by itself.
  for (const dayNumber of [4, 7]) {
    const later = (await morning(dayNumber))!
    assert.deepEqual([later.id, later.status, later.attempts], [held.id, 'on_hold', 0])
  }
  assert.equal(await balanceOf('available'), held.figures.closingKobo)
  to(7, 12)
  await confirm()
  assert.equal((await call(resumeSettlement, { id: held.id })).status, 'pending')
  const resent = (await morning(8))!
  assert.deepEqual([resent.id, resent.status, resent.amountKobo], [held.id, 'success', held.amountKobo])
  // Confirmed: one more return is settled again, and the second waits for the owner again.
  to(8, 15)
  await call(playOutcome, { kind: 'settlement', id: held.id, name: 'sent_back' })
  assert.equal((await call(getUnsettled, {})).next.hold, null)
  assert.equal((await sendBack(9))?.reason, 'payouts_returned')
  await morning(10)
  assert.equal((await newest())!.status, 'on_hold')
  assert.deepEqual(await faults(), [])
})

test('a settlement that waits after payouts came back goes to another account at once', async (t) => {
  const { app, morning, addAccount, to, held } = await sentBackTwice(t)
  to(3, 12)
  await addAccount('0000000018', gtbBankId)
  await jobUnitOfWork(app.runtime).write(({ tx }) => tx.update(bankAccounts).set({ nameMatches: true }))
  const paid = (await morning(4))!
  assert.deepEqual([paid.id, paid.status, paid.attempts], [held.id, 'success', 1])
})

test('payouts that came back count together for a month, and keep a settlement on hold for longer', async (t) => {
  const { app, pay, to, morning, runScheduledJobs, addAccount } = await settlementFixture(t)
  await addAccount('0000000017')
  await pay(2_000_000)
  const { write } = jobUnitOfWork(app.runtime)
  // A session ends before the last of these days.
  const newest = async () => {
    const [settlement] = await write(({ tx }) => tx.select().from(settlements).orderBy(desc(settlements.createdAt)))
    return settlement
  }
  const passMorning = async (dayNumber: number) => {
    for (const hour of [1.2, 9.2]) {
      to(dayNumber, hour)
      await runScheduledJobs()
    }
    return newest()
  }
  const sendBack = async (dayNumber: number) => {
    to(dayNumber, 15)
    const [last] = await write(({ tx }) => tx.select().from(payouts).orderBy(desc(payouts.requestedAt)))
    await sendTransferBack(sandboxStore(write), last!.reference)
    await write(({ tx }) => enqueuePayoutCheck(tx, last!.reference))
    await app.drain()
    assert.notEqual((await newest())!.returnedAt, null)
  }
  await morning(1)
  await sendBack(1)
  assert.equal((await passMorning(2))!.status, 'success')
  await sendBack(35)
  assert.equal((await passMorning(36))!.status, 'success')
  await sendBack(36)
  for (const dayNumber of [37, 70]) {
    const held = (await passMorning(dayNumber))!
    assert.deepEqual([held.status, held.holdReason], ['on_hold', 'payouts_returned'])
  }
})

test('the stamp duty of a payout that comes back goes to the provider if the provider bears it', async (t) => {
  const { app, call, merchantId: id, pay, to, morning, addAccount, balanceOf, faults } = await settlementFixture(t)
  const office = asStaff(app, await createStaff(app, 'finance'))
  await office(setMerchantPayoutTerms, { id, reserveBps: 0, reserveDays: 90, stampDutyBearer: 'platform' })
  await addAccount('0000000017')
  await pay(2_000_000)
  const platform = () =>
    app.runtime.database.read(async (tx) => [
      await getBalance(tx, platformAccount('TEST', 'stamp_duty')),
      await getBalance(tx, platformAccount('TEST', 'fees')),
    ])
  const [, fees] = await platform()
  const sentKobo = await balanceOf('pending')
  const paid = (await morning(1))!
  assert.deepEqual([paid.status, paid.amountKobo, paid.figures.stampDutyKobo], ['success', sentKobo, 0])
  assert.deepEqual(await platform(), [5_000, fees! - 5_000])
  to(1, 15)
  await call(playOutcome, { kind: 'settlement', id: paid.id, name: 'sent_back' })
  assert.deepEqual(await platform(), [0, fees])
  assert.equal(await balanceOf('pending'), paid.amountKobo)
  assert.equal((await call(getUnsettled, {})).unsettledKobo, paid.amountKobo)
  const postings = await call(downloadSettlementPostings, { id: paid.id })
  assert.ok(postings.includes(`payout_return:${paid.id}:1:duty`))
  const next = (await morning(2))!
  assert.deepEqual([next.amountKobo, next.figures.adjustmentsKobo], [paid.amountKobo, paid.amountKobo])
  assertAddsUp(next)
  assert.deepEqual(await platform(), [5_000, fees! - 5_000])
  assert.deepEqual(await faults(), [])
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
