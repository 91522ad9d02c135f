import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startPayment } from '@adire/contract/checkout.ts'
import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { changeCard, getPayerSubscription } from '@adire/contract/subscriber.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  pauseSubscription,
  previewPlanChange,
  resumeSubscription,
} from '@adire/contract/subscriptions.ts'
import { responseCodes } from '../../connectors/response-codes.ts'
import { addDays, lagosDay, startOfDay } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const weekMs = 7 * dayMs

/** Plans and payers with the clock stopped at noon in Lagos. `at` sets it to that long after the start and runs due jobs. */
async function thresholdFixture(t: TestContext) {
  const start = startOfDay(addDays(lagosDay(new Date()), 1)).getTime() + 12 * hourMs
  const made = await subscriptionFixture(t, new Date(start))
  const set = (ms: number) => made.app.stopClock(new Date(start + ms))
  const at = async (ms: number) => {
    set(ms)
    await made.runDueJobs()
  }
  const periods = async (id: string) =>
    (await made.invoices(id)).map(({ startsAt, endsAt, dueKobo, status }) => [
      (Date.parse(startsAt) - start) / hourMs,
      (Date.parse(endsAt) - start) / hourMs,
      dueKobo,
      status,
    ])
  const readState = async (id: string) => {
    const { status, charges } = await made.detail(id)
    return `${status} ${charges}`
  }
  return { ...made, start, set, at, periods, readState }
}

test('a monthly subscription of the 31st, started after midnight in Lagos, is charged on the last day of shorter months, at the same time of day', async (t) => {
  const year = new Date().getUTCFullYear() + 1
  const { app, payer, plan, subscribe, runDueJobs } = await subscriptionFixture(
    t,
    new Date(Date.UTC(year, 0, 30, 23, 30)),
  )
  await subscribe((await plan()).id)
  await runDueJobs()
  const accessCode = await findPayerCode(app, 'ada@example.com')
  const paid = async () => {
    await runDueJobs()
    const { charges } = await payer(getPayerSubscription, { accessCode })
    return charges.map(({ startsAt }) => lagosDay(new Date(startsAt)).slice(5))
  }
  const lastOfFebruary = lagosDay(new Date(Date.UTC(year, 2, 1) - dayMs))
  const days = ['01-31', lastOfFebruary.slice(5), '03-31', '04-30', '05-31']
  for (const [index, day] of days.entries()) {
    const due = startOfDay(`${year}-${day}`).getTime() + hourMs / 2
    if (index > 0) {
      app.stopClock(new Date(due - 1))
      assert.deepEqual(await paid(), days.slice(0, index).reverse(), `before ${day}`)
    }
    app.stopClock(new Date(due))
    assert.deepEqual(await paid(), days.slice(0, index + 1).reverse())
  }
})

test('a declined charge is retried at nine after one, three and five days, neither earlier nor a fifth time', async (t) => {
  const { merchant, plan, subscribe, at, readState, detail } = await thresholdFixture(t)
  const { id } = await subscribe((await plan({ interval: 'weekly' })).id, testCards.failsLater)
  const countAttempts = async () =>
    (await merchant.call(listPayments, { subscriptionId: id, status: 'failed' })).totalElements
  await at(weekMs - 1)
  assert.equal(await readState(id), 'active 1')
  await at(weekMs)
  assert.deepEqual([await readState(id), await countAttempts()], ['attention 2', 1])
  for (const [index, day] of [1, 3, 5].entries()) {
    const next = weekMs + day * dayMs - 3 * hourMs
    await at(next - 1)
    assert.equal(await countAttempts(), index + 1)
    await at(next)
    await at(next + 1)
    assert.equal(await countAttempts(), index + 2)
    if (day < 5) assert.equal((await detail(id)).attention!.attempts, index + 2)
  }
  assert.equal(await readState(id), 'cancelled 2')
  await at(weekMs + 6 * dayMs)
  assert.equal(await countAttempts(), 4)
})

test('a debt paid within its period keeps the dates; one paid after its end starts a new period', async (t) => {
  const { app, payer, plan, subscribe, pay, set, at, periods, readState } = await thresholdFixture(t)
  const { id: planId } = await plan({ interval: 'daily', afterFailure: 'attention' })
  const inTime = await subscribe(planId, testCards.failsLater, 'ada@example.com')
  const late = await subscribe(planId, testCards.failsLater, 'bola@example.com')
  const payAnew = async (email: string) => {
    const { accessCode } = await payer(changeCard, { accessCode: await findPayerCode(app, email) })
    return (await pay(accessCode)).status
  }
  await at(dayMs)
  assert.deepEqual([await readState(inTime.id), await readState(late.id)], ['attention 2', 'attention 2'])
  set(2 * dayMs - 1)
  assert.equal(await payAnew('ada@example.com'), 'success')
  set(2 * dayMs)
  assert.equal(await payAnew('bola@example.com'), 'success')
  const first = [0, 24, 500_000, 'success']
  assert.deepEqual(await periods(late.id), [[48, 72, 500_000, 'success'], first])
  assert.deepEqual(await periods(inTime.id), [[24, 48, 500_000, 'success'], first])
  // The next charge comes at the end of the paid period.
  await at(2 * dayMs)
  assert.deepEqual([await readState(inTime.id), await readState(late.id)], ['active 3', 'active 2'])
  await at(3 * dayMs)
  assert.deepEqual([await readState(inTime.id), await readState(late.id)], ['active 4', 'active 3'])
})

test('a charge without outcome is queried; a retry is another charge, and the period is paid once', async (t) => {
  const { app, merchant, plan, subscribe, at, periods, detail } = await thresholdFixture(t)
  const { id } = await subscribe((await plan({ interval: 'weekly' })).id)
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'bank_silent' })
  const ends = async () =>
    (await merchant.call(listPayments, { subscriptionId: id })).content.map(({ status }) => status)
  for (const ms of [0, 30_000, 60_000, 119_999]) {
    await at(ms)
    assert.deepEqual(await ends(), ['processing', 'success'])
  }
  await at(10 * 60_000)
  assert.deepEqual([await ends(), (await detail(id)).attention?.attempts], [['failed', 'success'], 1])
  await at(dayMs - 3 * hourMs)
  assert.deepEqual(await ends(), ['success', 'failed', 'success'])
  await at(dayMs)
  assert.deepEqual(await periods(id), [
    [168, 336, 500_000, 'success'],
    [0, 168, 500_000, 'success'],
  ])
  const { collectedKobo, status } = await detail(id)
  assert.deepEqual([collectedKobo, status], [1_000_000, 'active'])
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query('select status, count(*)::int as times from sandbox_charges group by status order by status'),
  )
  assert.deepEqual(rows, [
    { status: 'failed', times: 1 },
    { status: 'success', times: 2 },
  ])
})

test('a paused subscription resumes unchanged within its period and with a new one after it; a cancelled one ends without another charge', async (t) => {
  const { merchant, plan, subscribe, at, set, periods, readState, detail, start } = await thresholdFixture(t)
  const { id: planId } = await plan({ interval: 'weekly' })
  const [one, two, three] = [
    await subscribe(planId, testCards.good, 'one@example.com'),
    await subscribe(planId, testCards.good, 'two@example.com'),
    await subscribe(planId, testCards.good, 'three@example.com'),
  ]
  for (const { id } of [one, two]) await merchant.call(pauseSubscription, { id })
  await at(weekMs - 1)
  const resumed = await merchant.call(resumeSubscription, { id: one.id })
  assert.equal(Date.parse(resumed.nextPaymentAt!), start + weekMs)
  assert.equal((await merchant.call(cancelSubscription, { id: three.id })).status, 'non_renewing')
  await at(weekMs)
  assert.deepEqual(
    [await readState(one.id), await readState(two.id), await readState(three.id)],
    ['active 2', 'active 1', 'cancelled 1'],
  )
  assert.equal(Date.parse((await detail(three.id)).endedAt!), start + weekMs)
  await merchant.call(resumeSubscription, { id: two.id })
  await at(weekMs)
  assert.deepEqual(await periods(two.id), [
    [168, 336, 500_000, 'success'],
    [0, 168, 500_000, 'success'],
  ])
  await merchant.call(pauseSubscription, { id: one.id })
  set(2 * weekMs)
  // No paid time is left, so it ends at once.
  assert.equal((await merchant.call(cancelSubscription, { id: one.id })).status, 'cancelled')
})

test('a plan change costs, to the kobo, the rest of the new price less the rest of the old one', async (t) => {
  const { merchant, plan, subscribe, at, set, periods, detail } = await thresholdFixture(t)
  const cheap = await plan({ interval: 'daily', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'daily', amountKobo: 1_400_001 })
  const { id } = await subscribe(cheap.id)
  set(dayMs / 2)
  const to = { id, planId: dear.id, when: 'now' as const }
  const { previewedAt, ...preview } = await merchant.call(previewPlanChange, to)
  assert.deepEqual(
    [preview.unusedKobo, preview.newPeriodKobo, preview.dueNowKobo, preview.creditLeftKobo, preview.nextPaymentKobo],
    [350_000, 700_000, 350_000, 0, 1_400_001],
  )
  const confirmed = { ...to, previewedAt, dueNowKobo: preview.dueNowKobo }
  set(dayMs / 2 + 10 * 60_000 + 1)
  await assert.rejects(merchant.call(changeSubscriptionPlan, confirmed), errorWith(409, 'price_changed'))
  set(dayMs / 2 + 10 * 60_000)
  await merchant.call(changeSubscriptionPlan, confirmed)
  await at(dayMs)
  assert.deepEqual(await periods(id), [
    [24, 48, 1_400_001, 'success'],
    [12, 24, 350_000, 'success'],
    [0, 24, 700_000, 'success'],
  ])

  // A quarter of the day is used: 1,050,000.75 is left of the old plan, and 150,000 is due for the new one.
  const silver = await plan({ name: 'Silver', interval: 'daily', amountKobo: 200_000, chargeLimit: 6 })
  set(1.25 * dayMs)
  const less = await merchant.call(changeSubscriptionPlan, { ...to, planId: silver.id })
  assert.deepEqual([less.creditKobo, less.chargeLimit], [900_001, 8])
  for (let day = 2; day <= 6; day++) await at(day * dayMs)
  assert.deepEqual(
    (await periods(id)).slice(0, 5).map(([, , dueKobo]) => dueKobo),
    [99_999, 0, 0, 0, 0],
  )
  const { creditKobo, collectedKobo } = await detail(id)
  assert.deepEqual([creditKobo, collectedKobo], [0, 700_000 + 350_000 + 1_400_001 + 99_999])
  // Six charges of the new plan; earlier charges do not count.
  await at(7 * dayMs)
  assert.deepEqual([(await detail(id)).status, (await detail(id)).charges], ['non_renewing', 8])
  await at(8 * dayMs)
  assert.deepEqual([(await detail(id)).status, (await detail(id)).charges], ['completed', 8])
})

test('a second change in one period is based on what the first one cost', async (t) => {
  const { merchant, plan, subscribe, set } = await thresholdFixture(t)
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_400_000 })
  const { id } = await subscribe(cheap.id)
  set(3.5 * dayMs)
  await merchant.call(changeSubscriptionPlan, { id, planId: dear.id, when: 'now' })
  set(5.25 * dayMs)
  // Half of the 700,000 for half a week is unused; a quarter of the week on the old plan costs 175,000.
  const back = await merchant.call(previewPlanChange, { id, planId: cheap.id, when: 'now' })
  assert.deepEqual([back.unusedKobo, back.newPeriodKobo, back.creditLeftKobo], [350_000, 175_000, 175_000])
  const again = await merchant.call(changeSubscriptionPlan, { id, planId: cheap.id, when: 'now' })
  assert.deepEqual([again.creditKobo, again.collectedKobo], [175_000, 1_050_000])
})

test('with an amount alone a change can cost up to one percent more by now, which is not charged, and not a kobo beyond', async (t) => {
  const { merchant, plan, subscribe, set, periods } = await thresholdFixture(t)
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_104_000 })
  const { id } = await subscribe(cheap.id)
  set(3.5 * dayMs)
  const to = { id, planId: dear.id, when: 'now' as const }
  // 202,000 is due: 1 % more than 200,000.
  await assert.rejects(
    merchant.call(changeSubscriptionPlan, { ...to, dueNowKobo: 199_999 }),
    errorWith(409, 'price_changed'),
  )
  await merchant.call(changeSubscriptionPlan, { ...to, dueNowKobo: 200_000 })
  assert.deepEqual((await periods(id))[0], [84, 168, 200_000, 'success'])
})

test('a card is retried after a temporary decline; after any other a new card is requested', async (t) => {
  const { app, payer, plan, linkTo, pay, set } = await thresholdFixture(t)
  const { slug } = await linkTo((await plan({ interval: 'daily' })).id)
  const reasons = Object.keys(responseCodes)
  for (const reason of reasons) {
    const email = `${reason.replaceAll('_', '.')}@example.com`
    const { accessCode } = await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
    await pay(accessCode)
  }
  await app.runtime.database.write((tx) =>
    tx.$client.query(
      `update sandbox_tokens saved set next_outcome = given.reason
       from (select token, ($1::text[])[row_number() over ()] as reason from sandbox_tokens) given
       where saved.token = given.token`,
      [reasons],
    ),
  )
  set(dayMs)
  await runNow(app.runtime, 'renew-subscriptions')
  const { rows } = await app.runtime.database.read((tx) =>
    tx.$client.query<{ code: string; again: boolean }>(
      `select failure_code as code, next_attempt_at is not null as again from subscription_invoices
       where status = 'failed' order by failure_code collate "C"`,
    ),
  )
  assert.deepEqual(
    rows.map(({ code }) => code),
    [...reasons].sort(),
  )
  assert.deepEqual(
    rows.filter(({ again }) => again).map(({ code }) => code),
    ['frequency_exceeded', 'insufficient_funds', 'issuer_unavailable', 'limit_exceeded', 'system_malfunction'],
  )
})
