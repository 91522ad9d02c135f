import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { getPayoutSchedule, updatePayoutSchedule } from '@adire/contract/payout-schedule.ts'
import { getUnsettled, listSettlements } from '@adire/contract/settlements.ts'
import { getTestClock, moveTestClock } from '@adire/contract/test-clock.ts'
import { errorWith } from '../../testing/error-with.ts'
import { settlementFixture } from '../../testing/settlement-fixture.ts'
import { calendarWithout, payoutTimeOn, settlementTimeOn } from './calendar.ts'
import { toPayoutCalendar } from './payout-schedule.ts'
import { holidays } from './tables.ts'

const daysOf = (interval: 'weekly' | 'monthly', day: number, free: string[] = []) =>
  toPayoutCalendar(calendarWithout(new Set(free)), { interval, day })

test('a weekly or monthly payout is on its day, or on the first working day after it', () => {
  const fridays = daysOf('weekly', 5, ['2026-12-25'])
  assert.deepEqual([fridays.next('2026-12-14'), fridays.next('2026-12-18')], ['2026-12-18', '2026-12-28'])
  assert.equal(fridays.next('2026-12-28'), '2027-01-01')
  assert.equal(fridays.previous('2026-12-31'), '2026-12-28')
  const last = daysOf('monthly', 31)
  assert.deepEqual(
    [last.next('2027-02-01'), last.next('2027-02-28'), last.next('2027-03-01')],
    ['2027-03-01', '2027-03-01', '2027-03-31'],
  )
  const first = daysOf('monthly', 1)
  assert.deepEqual([first.next('2027-04-29'), first.next('2027-05-03')], ['2027-05-03', '2027-06-01'])
  const fifteenth = daysOf('monthly', 15, ['2027-03-15', '2027-03-16'])
  assert.deepEqual([fifteenth.isWorking('2027-03-17'), fifteenth.isWorking('2027-03-18')], [true, false])
})

test('a business is paid on the days of its schedule: the expected day, the settlement and the test clock agree', async (t) => {
  const { app, call, pay, to, addAccount, day, morning } = await settlementFixture(t)
  await addAccount()
  assert.deepEqual(await call(getPayoutSchedule, {}), { interval: 'daily', day: null, nextOn: day(1) })
  assert.equal((await call(updatePayoutSchedule, { interval: 'weekly', day: 4 })).nextOn, day(3))
  const monday = await pay(2_000_000)
  const expectedOn = async ({ id }: { id: string }) => (await call(getPayment, { id })).expectedSettlementOn
  assert.equal(await expectedOn(monday), day(3))
  assert.equal((await call(getUnsettled, {})).next.dueOn, day(3))
  assert.equal(await morning(1), undefined, 'nothing is settled before its day')
  await pay(1_000_000)
  const paid = await morning(3)
  assert.deepEqual([paid?.status, paid?.dueOn, paid?.paymentCount, paid?.lastDay], ['success', day(3), 2, day(1)])
  to(3, 12)
  const thursday = await pay(3_000_000)
  assert.equal(await expectedOn(thursday), day(10))

  // The Thursday after is a holiday.
  await app.runtime.database.write((tx) => tx.insert(holidays).values({ day: day(10), name: 'A holiday' }))
  assert.equal(await expectedOn(thursday), day(11))
  await call(moveTestClock, { to: payoutTimeOn(day(11)).toISOString().replace(':00.000Z', ':30.000Z') })
  await app.drain()
  const { content } = await call(listSettlements, {})
  assert.deepEqual(
    content.map(({ status, dueOn }) => [status, dueOn]),
    [
      ['success', day(11)],
      ['success', day(3)],
    ],
  )
})

test('a payout day on which nothing ran is made up for on the next working day, once', async (t) => {
  const { call, pay, to, runScheduledJobs, addAccount, day, morning } = await settlementFixture(t)
  await addAccount()
  await call(updatePayoutSchedule, { interval: 'weekly', day: 5 })
  const early = await pay(2_000_000)
  assert.equal(await morning(3), undefined)
  const expectations = async () => [
    (await call(getPayment, { id: early.id })).expectedSettlementOn,
    (await call(getUnsettled, {})).next.dueOn,
    (await call(getPayoutSchedule, {})).nextOn,
  ]
  assert.deepEqual(await expectations(), [day(4), day(4), day(4)])
  const settledOn = async () => (await call(listSettlements, {})).content.map(({ dueOn }) => dueOn)
  // The product is down on Friday, and runs again on Saturday.
  to(5, 12)
  await pay(1_000_000)
  await runScheduledJobs()
  assert.deepEqual(await settledOn(), [], 'banks do not work')
  assert.deepEqual(await expectations(), [day(7), day(7), day(7)])
  const late = await morning(7)
  assert.deepEqual([late?.status, late?.dueOn, late?.paymentCount], ['success', day(7), 2])
  await pay(3_000_000)
  await morning(8)
  assert.deepEqual(await settledOn(), [day(7)], 'what came later waits for its day')
  await morning(11)
  assert.deepEqual(await settledOn(), [day(11), day(7)])
  // Nothing was due on the Friday that is missed now.
  to(20, 12)
  await pay(1_000_000)
  await morning(21)
  assert.deepEqual(await settledOn(), [day(11), day(7)])
})

test('a returned payout is sent again on the next working day, whatever the schedule', async (t) => {
  const { call, pay, addAccount, day, morning } = await settlementFixture(t)
  await addAccount('0000000031')
  await call(updatePayoutSchedule, { interval: 'weekly', day: 2 })
  const { id } = await pay(2_000_000)
  const returned = await morning(1)
  assert.equal(returned?.status, 'failed')
  assert.equal((await call(getPayment, { id })).expectedSettlementOn, day(2))
  const stop = (await call(getTestClock, {})).next.find(({ what }) => what === 'Settlements created')
  assert.equal(stop?.at, settlementTimeOn(day(2)).toISOString())
  assert.equal((await morning(2))?.attempts, 2)
})

test('a schedule needs its day, belongs to the members of the business, and its change is in the audit log', async (t) => {
  const { app, call, user } = await settlementFixture(t)
  for (const wrong of [
    { interval: 'weekly' as const, day: null },
    { interval: 'weekly' as const, day: 6 },
    { interval: 'weekly' as const, day: 0 },
    { interval: 'monthly' as const, day: 32 },
    { interval: 'daily' as const, day: 1 },
  ])
    await assert.rejects(call(updatePayoutSchedule, wrong), errorWith(400, 'validation_error', 'day'))
  for (let times = 0; times < 2; times++) await call(updatePayoutSchedule, { interval: 'monthly', day: 31 })
  const { content } = await call(listAuditEvents, {})
  assert.deepEqual(
    content.filter(({ action }) => action === 'payout_schedule.updated').map(({ before, after }) => [before, after]),
    [[{ payouts: 'every working day' }, { payouts: 'every month on the last day' }]],
  )
  const other = app.as({ ...(await app.createUser('bola')), merchantId: user.merchantId })
  await assert.rejects(other.call(updatePayoutSchedule, { interval: 'daily', day: null }), { status: 404 })
})
