import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extendTrial } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription, pauseSubscription } from '@adire/contract/subscriptions.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { runNow } from '../../testing/drain.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

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
  const started = await detail(id)
  assert.deepEqual([started.charges, started.currentPeriod!.startsAt], [1, extended.trialEndsAt])
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

test('after days without the product a subscription is charged once, for a period that starts then; a clock that is moved renews each period', async (t) => {
  const { app, plan, subscribe, runDueJobs, liveTo, detail, invoices } = await subscriptionFixture(
    t,
    new Date('2026-11-10T10:00:00Z'),
  )
  const { id: daily } = await subscribe((await plan({ interval: 'daily' })).id)
  const { id: weekly } = await subscribe((await plan({ interval: 'weekly' })).id, testCards.good, 'bola@example.com')
  const { id: trial } = await subscribe(
    (await plan({ interval: 'daily', trialDays: 2 })).id,
    testCards.good,
    'chidi@example.com',
  )
  await app.drain()
  // Nothing runs for eight days and six hours.
  const restart = Date.parse('2026-11-18T16:00:00Z')
  for (const minutes of [0, 1, 2, 10, 60]) {
    app.stopClock(new Date(restart + minutes * 60_000))
    await runDueJobs()
  }
  const chargesOf = async (id: string) => (await invoices(id)).map(({ startsAt }) => startsAt.slice(0, 16))
  assert.deepEqual(await chargesOf(daily), ['2026-11-18T16:00', '2026-11-10T10:00'])
  assert.deepEqual(await chargesOf(trial), ['2026-11-18T16:00'])
  // A charge that is late by less than a period keeps its dates.
  assert.deepEqual(await chargesOf(weekly), ['2026-11-17T10:00', '2026-11-10T10:00'])
  const { events, nextPaymentAt, charges } = await detail(daily)
  assert.deepEqual([charges, nextPaymentAt], [2, '2026-11-19T16:00:00.000Z'])
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'period_restarted').map(({ text }) => text),
    [
      'The charge of 11 Nov 2026, 11:00 could not be made in time. 7 periods have lapsed and are not charged. The next period begins now',
    ],
  )
  assert.equal((await detail(weekly)).events.filter(({ kind }) => kind === 'period_restarted').length, 0)

  await liveTo(Date.parse('2026-11-22T17:00:00Z'))
  const moved = await detail(daily)
  assert.deepEqual([moved.charges, moved.nextPaymentAt], [6, '2026-11-23T16:00:00.000Z'])
  assert.equal(moved.events.filter(({ kind }) => kind === 'period_restarted').length, 1)
})

test('a charge that was interrupted days ago is completed, and no other one follows at once', async (t) => {
  const { app, plan, subscribe, runDueJobs, detail, invoices } = await subscriptionFixture(
    t,
    new Date('2026-11-10T10:00:00Z'),
  )
  const { id } = await subscribe((await plan({ interval: 'daily' })).id)
  await app.drain()
  const interrupter = openInterrupter(app)
  app.stopClock(new Date('2026-11-11T10:00:00Z'))
  // The process ends when the charge is stored.
  interrupter.endAfter(6)
  await assert.rejects(runNow(app.runtime, 'renew-subscriptions'))
  assert.ok(interrupter.revive())
  assert.equal((await invoices(id))[0]!.status, 'pending')
  for (const time of ['16:00', '16:01', '16:02', '17:00']) {
    app.stopClock(new Date(`2026-11-15T${time}:00Z`))
    await runDueJobs()
  }
  const { charges, collectedKobo, nextPaymentAt, currentPeriod, events } = await detail(id)
  assert.deepEqual([charges, collectedKobo, nextPaymentAt], [2, 1_000_000, '2026-11-16T16:00:00.000Z'])
  assert.equal(currentPeriod!.startsAt, '2026-11-15T16:00:00.000Z')
  assert.equal(events.filter(({ kind }) => kind === 'period_restarted').length, 1)
})

test('a renewal that fails while a clock is moved is tried again, and no period lapses: not of it, and not of other subscriptions', async (t) => {
  const { app, plan, subscribe, liveTo, detail, now } = await subscriptionFixture(t)
  const { id: planId } = await plan({ interval: 'daily' })
  const subscribers = ['ada', 'bola', 'chidi'].map((name) => `${name}@example.com`)
  const [id, other, never] = await Promise.all(
    subscribers.map(async (email) => (await subscribe(planId, testCards.good, email)).id),
  )
  const next = Date.parse((await detail(id!)).nextPaymentAt!)
  // The renewals of one fail twice, with others and alone; those of another always.
  await app.runtime.database.write(async ({ $client }) => {
    for (const name of ['failing_twice', 'failing_always']) await $client.query(`create sequence ${name}`)
    await $client.query(`create function fail_renewal() returns trigger language plpgsql as $$ begin
      if new.subscription_id = '${id}' and nextval('failing_twice') <= 2 then raise exception 'It fails'; end if;
      if new.subscription_id = '${never}' and nextval('failing_always') > 0 then raise exception 'It fails'; end if;
      return new; end $$`)
    await $client.query(
      'create trigger fail_renewal before insert on subscription_invoices for each row execute function fail_renewal()',
    )
  })
  await liveTo(next + 4 * 24 * 3_600_000 - 60_000)
  for (const one of [id!, other!]) {
    const { charges, events, currentPeriod } = await detail(one)
    assert.deepEqual([charges, events.filter(({ kind }) => kind === 'period_restarted').length], [5, 0])
    assert.ok(Date.parse(currentPeriod!.endsAt) > (await now()))
  }
  assert.equal((await detail(never!)).charges, 1)
  const { rows } = await app.runtime.database.read(({ $client }) =>
    $client.query<{ times: string }>('select last_value as times from failing_always'),
  )
  // 10, 20, 40, 80 and 160 minutes after it was due, and then each three hours.
  assert.ok(Number(rows[0]!.times) > 30 && Number(rows[0]!.times) < 100, rows[0]!.times)
})
