import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extendTrial } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription, pauseSubscription } from '@adire/contract/subscriptions.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture } from '../../testing/subscribing.ts'

/** The last evening of a month in UTC, which is the first morning of the next one in Lagos. */
const monthEnd = new Date('2026-10-31T23:30:00Z')

test('a free trial is extended until a later day: the first charge moves, and the customer is told once', async (t) => {
  const { app, merchant, plan, subscribe, liveTo, detail } = await subscriptionFixture(t, monthEnd)
  const { id: planId } = await plan({ trialDays: 7 })
  const { id } = await subscribe(planId)
  const before = (await detail(id)).trialEndsAt!
  const last = lagosDay(new Date(before))
  assert.equal(last, '2026-11-08')
  const extend = (endsOn: string) => merchant.call(extendTrial, { id, endsOn })
  for (const day of ['2026-10-31', addDays(last, -1), '2028-12-01'])
    await assert.rejects(extend(day), errorWith(422, 'validation_error'))
  const endsOn = addDays(last, 5)
  await Promise.all([extend(endsOn), extend(endsOn)])
  const extended = await detail(id)
  assert.equal(Date.parse(extended.trialEndsAt!) - Date.parse(before), 5 * 24 * 3_600_000)
  assert.deepEqual([extended.nextPaymentAt, extended.isTrial], [extended.trialEndsAt, true])
  await app.drain()
  const told = (await mailsTo(app, 'ada@example.com')).filter(({ subject }) =>
    /free trial of .* is longer/.test(subject),
  )
  assert.equal(told.length, 1)
  await liveTo(Date.parse(before) + 3_600_000)
  assert.deepEqual([(await detail(id)).charges, (await detail(id)).isTrial], [0, true])
  await liveTo(Date.parse(extended.trialEndsAt!) + 3_600_000)
  const begun = await detail(id)
  assert.deepEqual([begun.charges, begun.currentPeriod!.startsAt], [1, extended.trialEndsAt])
  await assert.rejects(extend(addDays(endsOn, 9)), errorWith(409, 'not_in_trial'))
  const other = await app.createUser('Other')
  await assert.rejects(app.as(other).call(extendTrial, { id, endsOn }), errorWith(404, 'subscription_not_found'))
})

test('a subscription paused until a day continues on that day by itself, in its period or in a new one', async (t) => {
  const { app, merchant, plan, subscribe, liveTo, detail, now } = await subscriptionFixture(t, monthEnd)
  const { id: planId } = await plan({ interval: 'weekly' })
  const { id } = await subscribe(planId)
  const { nextPaymentAt } = await detail(id)
  const pause = (resumeOn: string) => merchant.call(pauseSubscription, { id, resumeOn })
  await assert.rejects(pause('2026-11-01'), errorWith(422, 'validation_error'))
  const short = await pause('2026-11-03')
  assert.deepEqual([short.isPaused, short.resumesAt], [true, '2026-11-02T23:00:00.000Z'])
  await liveTo(Date.parse('2026-11-02T23:05:00Z'))
  const within = await detail(id)
  assert.deepEqual([within.isPaused, within.resumesAt, within.nextPaymentAt], [false, null, nextPaymentAt])
  await pause('2026-12-01')
  await liveTo(Date.parse('2026-11-30T22:55:00Z'))
  assert.deepEqual([(await detail(id)).isPaused, (await detail(id)).charges], [true, 1])
  await liveTo(Date.parse('2026-11-30T23:05:00Z'))
  const renewed = await detail(id)
  assert.deepEqual([renewed.isPaused, renewed.charges, renewed.status], [false, 2, 'active'])
  assert.ok((await now()) - Date.parse(renewed.currentPeriod!.startsAt) < 10 * 60_000)
  const subjects = (await mailsTo(app, 'ada@example.com')).map(({ subject }) => subject)
  assert.equal(subjects.filter((subject) => /continues/.test(subject)).length, 2)
  await pause('2027-01-10')
  const gone = await merchant.call(cancelSubscription, { id, when: 'now' })
  assert.deepEqual([gone.resumesAt, gone.isPaused], [null, false])
})
