import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getRecurringRevenue } from '@adire/contract/recurring-revenue.ts'
import type { RevenueMonth } from '@adire/contract/recurring-revenue-schemas.ts'
import { cancelSubscription, changeSubscriptionPlan, pauseSubscription } from '@adire/contract/subscriptions.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const figures = ({ month, churnPercent, ...numbers }: RevenueMonth) => [month, ...Object.values(numbers), churnPercent]

test('recurring revenue by month: new, more, less and lost subscriptions, each converted to a month', async (t) => {
  const fixture = await subscriptionFixture(t, new Date('2026-09-10T08:00:00Z'))
  const { app, merchant, plan, subscribe, live } = fixture
  const box = await plan()
  const year = await plan({ name: 'Year', amountKobo: 1_200_000, interval: 'annually' })
  const large = await plan({ name: 'Large box', amountKobo: 900_000 })
  const ada = await subscribe(box.id)
  const bola = await subscribe(box.id, testCards.good, 'bola@example.com')
  const chidi = await subscribe(box.id, testCards.good, 'chidi@example.com')
  await subscribe(year.id, testCards.good, 'dayo@example.com')
  const free = await plan({ name: 'Free first', amountKobo: 300_000, trialDays: 30 })
  await subscribe(free.id, testCards.good, 'efe@example.com')
  await live(25)
  await merchant.call(changeSubscriptionPlan, { id: ada.id, planId: large.id, when: 'now' })
  await merchant.call(cancelSubscription, { id: bola.id, when: 'now' })
  await merchant.call(pauseSubscription, { id: chidi.id })
  // The large box, a twelfth of the year, and the paused one until its paid period is over.
  assert.equal((await merchant.call(getRecurringRevenue, {})).months.at(-1)!.mrrKobo, 1_500_000)
  await live(30)

  const { months } = await merchant.call(getRecurringRevenue, {})
  assert.equal(months.length, 12)
  assert.ok(months.slice(0, 9).every(({ mrrKobo, churnPercent }) => mrrKobo === 0 && churnPercent === null))
  // Three boxes and a twelfth of the year; the trial does not count.
  assert.deepEqual(figures(months[9]!), ['2026-09', 1_600_000, 1_600_000, 0, 0, 0, 4, 4, 0, null])
  // The large box pays 4,000 more, the trial has become paid; one is cancelled, and the paid period of the paused one is over.
  assert.deepEqual(figures(months[10]!), ['2026-10', 1_300_000, 300_000, 400_000, 0, 1_000_000, 3, 1, 2, 50])
  assert.deepEqual(figures(months[11]!), ['2026-11', 1_300_000, 0, 0, 0, 0, 3, 0, 0, 0])
  await merchant.call(changeSubscriptionPlan, { id: ada.id, planId: box.id, when: 'now' })
  const [now] = (await merchant.call(getRecurringRevenue, {})).months.slice(-1)
  assert.deepEqual([now!.mrrKobo, now!.contractionKobo], [900_000, 400_000])

  const stranger = app.as(await app.createUser('Other'))
  assert.ok((await stranger.call(getRecurringRevenue, {})).months.every(({ mrrKobo }) => mrrKobo === 0))
})
