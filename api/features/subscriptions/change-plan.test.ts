import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { getPayment } from '@adire/contract/payments.ts'
import { cancelSubscription, changeSubscriptionPlan, previewPlanChange } from '@adire/contract/subscriptions.ts'
import fc from 'fast-check'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'
import { addIntervals, monthlyKobo } from './calendar.ts'
import { calculateProration, type PriceStretch, unusedKobo, usedKobo } from './proration.ts'

test('a more expensive plan costs the difference for the rest of the period, as previewed, and its full price afterwards', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(t)
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_400_000 })
  const { id } = await subscribe(cheap.id)
  await live(3.5)
  const preview = await merchant.call(previewPlanChange, { id, planId: dear.id, when: 'now' })
  assert.ok(Math.abs(preview.dueNowKobo - 350_000) < 500, String(preview.dueNowKobo))
  assert.equal(preview.newPeriodKobo - preview.unusedKobo, preview.dueNowKobo)
  const changed = await merchant.call(changeSubscriptionPlan, {
    id,
    planId: dear.id,
    when: 'now',
    dueNowKobo: preview.dueNowKobo,
  })
  assert.deepEqual([changed.plan.name, changed.amountKobo, changed.creditKobo], ['Gold', 1_400_000, 0])
  const [change] = await invoices(id)
  assert.deepEqual([change!.kind, change!.status, change!.dueKobo <= preview.dueNowKobo], ['change', 'success', true])
  await live(4)
  const [next] = await invoices(id)
  assert.deepEqual([next!.kind, next!.dueKobo, next!.startsAt], ['period', 1_400_000, change!.endsAt])
  assert.equal((await detail(id)).charges, 2)
})

test('a payment, and its receipt, keep the plan that was paid for when the subscription changes to another plan', async (t) => {
  const { app, merchant, plan, subscribe, live, invoices } = await subscriptionFixture(t)
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_400_000 })
  const { id } = await subscribe(cheap.id)
  await live(3.5)
  await merchant.call(changeSubscriptionPlan, { id, planId: dear.id, when: 'now' })
  const [change, first] = await invoices(id)
  const readPlans = async (paymentId: string) => {
    const { subscription, receiptUrl } = await merchant.call(getPayment, { id: paymentId })
    const page = await (await fetch(`${app.url}${new URL(receiptUrl!).pathname}`)).text()
    return [subscription!.planId, subscription!.planName, page.includes('Gold'), page.includes('Box of the month')]
  }
  assert.deepEqual(await readPlans(first!.paymentId!), [cheap.id, 'Box of the month', false, true])
  assert.deepEqual((await readPlans(change!.paymentId!)).slice(0, 3), [dear.id, 'Gold', true])
})

/** A subscription after half a week, and a change to a more expensive plan. The cost of the change falls by kobo every minute. */
async function changing(t: TestContext) {
  const scene = await subscriptionFixture(t)
  const cheap = await scene.plan({ interval: 'monthly', amountKobo: 70_000_000 })
  const dear = await scene.plan({ name: 'Gold', interval: 'weekly', amountKobo: 140_000_000 })
  const { id } = await scene.subscribe(cheap.id)
  await scene.live(3.5)
  return { ...scene, to: { id, planId: dear.id, when: 'now' as const } }
}

test('a change is charged exactly as previewed for ten minutes; later, or for another amount, a new preview is required', async (t) => {
  const { app, merchant, invoices, to } = await changing(t)
  const change = ({ previewedAt, dueNowKobo }: { previewedAt: string; dueNowKobo: number }) =>
    merchant.call(changeSubscriptionPlan, { ...to, previewedAt, dueNowKobo })
  const old = await merchant.call(previewPlanChange, to)
  app.forward(11 * 60_000)
  await assert.rejects(change(old), errorWith(409, 'price_changed'))
  const preview = await merchant.call(previewPlanChange, to)
  app.forward(9 * 60_000)
  const latest = await merchant.call(previewPlanChange, to)
  assert.notEqual(latest.dueNowKobo, preview.dueNowKobo)
  await assert.rejects(change({ ...preview, dueNowKobo: preview.dueNowKobo - 1 }), errorWith(409, 'price_changed'))
  await assert.rejects(
    change({ ...preview, previewedAt: new Date(app.runtime.clock().getTime() + 30 * 864e5).toISOString() }),
    errorWith(409, 'price_changed'),
  )
  const soon = new Date(Date.parse(latest.previewedAt) + 60_000).toISOString()
  await assert.rejects(
    merchant.call(changeSubscriptionPlan, { ...to, previewedAt: soon }),
    errorWith(409, 'price_changed'),
  )
  const changed = await change(preview)
  const [invoice] = await invoices(to.id)
  assert.deepEqual([invoice!.dueKobo, invoice!.status], [preview.dueNowKobo, 'success'])
  assert.equal(changed.nextPaymentAt, preview.nextPaymentAt)
})

test('a preview from before another change of the plan is not valid after it', async (t) => {
  const { app, merchant, plan, detail, to } = await changing(t)
  const { previewedAt } = await merchant.call(previewPlanChange, to)
  const between = await plan({ name: 'Silver', interval: 'monthly', amountKobo: 90_000_000 })
  app.forward(60_000)
  await merchant.call(changeSubscriptionPlan, { ...to, planId: between.id })
  await assert.rejects(merchant.call(changeSubscriptionPlan, { ...to, previewedAt }), errorWith(409, 'price_changed'))
  assert.equal((await detail(to.id)).plan.id, between.id)
})

test('with an amount alone, no more than that amount is charged', async (t) => {
  const { app, merchant, invoices, to } = await changing(t)
  const { dueNowKobo } = await merchant.call(previewPlanChange, to)
  app.forward(60_000)
  await merchant.call(changeSubscriptionPlan, { ...to, dueNowKobo })
  assert.equal((await invoices(to.id))[0]!.dueKobo, dueNowKobo)
})

test('a cheaper plan leaves a credit, which pays the next charges', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(
    t,
    new Date('2026-11-10T10:00:00Z'),
  )
  const dear = await plan({ interval: 'weekly', amountKobo: 1_400_000 })
  const cheap = await plan({ name: 'Silver', interval: 'weekly', amountKobo: 200_000 })
  const { id } = await subscribe(dear.id)
  const changed = await merchant.call(changeSubscriptionPlan, { id, planId: cheap.id, when: 'now' })
  assert.equal(changed.creditKobo, 1_200_000)
  await live(7 * 6 + 1)
  assert.deepEqual(
    (await invoices(id)).slice(0, 6).map(({ creditKobo, dueKobo, status }) => [creditKobo, dueKobo, status]),
    Array(6).fill([200_000, 0, 'success']),
  )
  assert.deepEqual([(await detail(id)).creditKobo, (await detail(id)).collectedKobo], [0, 1_400_000])
})

test('a credit that is left when a subscription ends has lapsed: its timeline says so', async (t) => {
  const { merchant, plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  const small = await plan({ name: 'Small box', amountKobo: 100_000 })
  await live(1)
  await merchant.call(changeSubscriptionPlan, { id, planId: small.id, when: 'now' })
  const { creditKobo } = await detail(id)
  assert.ok(creditKobo > 100_000)
  await merchant.call(cancelSubscription, { id })
  assert.equal((await detail(id)).events.filter(({ kind }) => kind === 'credit_lapsed').length, 0)
  await live(32)
  const { status, events } = await detail(id)
  assert.equal(status, 'cancelled')
  assert.deepEqual(
    events.filter(({ kind }) => kind === 'credit_lapsed').map(({ text }) => text),
    [`The credit of ${formatNaira(creditKobo)} has lapsed: refund it if you owe it`],
  )
})

test('nothing below the smallest charge is charged: a credit leaves that or nothing, and a change that costs less is free', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(
    t,
    new Date('2026-11-10T10:00:00Z'),
  )
  const weekly = (name: string, amountKobo: number) => plan({ name, interval: 'weekly', amountKobo })
  const [dear, cheap] = [await weekly('Gold', 1_400_000), await weekly('Silver', 702_000)]
  const { id } = await subscribe(dear.id)
  const less = await merchant.call(changeSubscriptionPlan, { id, planId: cheap.id, when: 'now' })
  assert.deepEqual([less.creditKobo, less.nextChargeKobo], [698_000, 10_000])
  await live(7.1)
  const [renewal] = await invoices(id)
  assert.deepEqual([renewal!.creditKobo, renewal!.dueKobo, (await detail(id)).creditKobo], [692_000, 10_000, 6_000])

  const other = { id: (await subscribe(cheap.id, testCards.good, 'other@example.com')).id, when: 'now' as const }
  const [near, next] = [await weekly('Near', 711_999), await weekly('Next', 712_000)]
  const toNext = await merchant.call(previewPlanChange, { ...other, planId: next.id })
  assert.deepEqual([toNext.dueNowKobo, toNext.creditLeftKobo], [10_000, 0])
  const free = await merchant.call(changeSubscriptionPlan, { ...other, planId: near.id })
  assert.deepEqual([free.plan.name, free.collectedKobo, free.creditKobo], ['Near', 702_000, 0])
  // What was not charged is not credited.
  const back = await merchant.call(previewPlanChange, { ...other, planId: cheap.id })
  assert.deepEqual([back.unusedKobo, back.dueNowKobo, back.creditLeftKobo], [702_000, 0, 0])
})

test('a plan of another length starts a new period; a change at the end of the period costs nothing now', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices } = await subscriptionFixture(t)
  const weekly = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const monthly = await plan({ name: 'Monthly', amountKobo: 2_500_000 })
  const { id } = await subscribe(weekly.id)
  const later = await merchant.call(changeSubscriptionPlan, { id, planId: monthly.id, when: 'next_period' })
  assert.deepEqual(
    [later.plan.name, later.nextPlan?.name, later.collectedKobo],
    ['Box of the month', 'Monthly', 700_000],
  )
  const again = await merchant.call(changeSubscriptionPlan, { id, planId: monthly.id, when: 'next_period' })
  assert.deepEqual(again, later, 'a repeated change is the same change')
  const { content } = await merchant.call(listAuditEvents, { action: 'subscription.plan_changed' })
  assert.equal(content.length, 1)
  await live(8)
  assert.deepEqual([(await detail(id)).plan.name, (await detail(id)).collectedKobo], ['Monthly', 3_200_000])
  const now = await merchant.call(changeSubscriptionPlan, { id, planId: weekly.id, when: 'now' })
  const [change] = await invoices(id)
  assert.deepEqual([change!.kind, change!.dueKobo, now.charges], ['change', 0, 3])
  assert.equal(Date.parse(now.currentPeriod!.endsAt) - Date.parse(now.currentPeriod!.startsAt), 7 * 86_400_000)
})

test('a payer is told of another plan from the next period on when it is planned, and in the notice of its charge', async (t) => {
  const { app, merchant, plan, subscribe, liveTo, detail } = await subscriptionFixture(t)
  const cheap = await plan({ interval: 'quarterly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'quarterly', amountKobo: 1_400_000 })
  const { id } = await subscribe(cheap.id)
  const input = { id, planId: dear.id, when: 'next_period' } as const
  await Promise.all([merchant.call(changeSubscriptionPlan, input), merchant.call(changeSubscriptionPlan, input)])
  await liveTo(Date.parse((await detail(id)).nextPaymentAt!) - 6 * 24 * 3_600_000)
  const sent = await mailsTo(app, 'ada@example.com')
  assert.ok(sent.some(({ subject }) => subject === '[Test] Your plan changes to another plan'))
  const mails = sent.map(({ text }) => text.replaceAll('\u00a0', ' '))
  const [told, ...more] = mails.filter((text) => /From your next payment/.test(text))
  assert.match(told!, /Your plan changes to Gold\n\nFrom your next payment on .*, you pay NGN 14,000\.00 a quarter\./)
  assert.equal(more.length, 0)
  const notice = mails.find((text) => /You do not have to do anything/.test(text))!
  assert.match(notice, /On that day NGN 14,000\.00 for Gold will be charged/)
  assert.match(notice, /Plan: Gold\nPrice: NGN 14,000\.00 a quarter/)
})

test('a change that is not paid changes nothing; nor does one that is not possible', async (t) => {
  const { merchant, plan, subscribe, detail, live } = await subscriptionFixture(t)
  const cheap = await plan({ interval: 'weekly', amountKobo: 700_000 })
  const dear = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 1_400_000 })
  const { id, amountKobo, nextPaymentAt } = await subscribe(cheap.id, testCards.failsLater)
  const to = { id, planId: dear.id, when: 'now' as const }
  await assert.rejects(
    merchant.call(changeSubscriptionPlan, { ...to, dueNowKobo: 100 }),
    errorWith(409, 'price_changed'),
  )
  await assert.rejects(merchant.call(changeSubscriptionPlan, to), errorWith(402, 'payment_failed'))
  const after = await detail(id)
  assert.deepEqual(
    [after.plan.id, after.amountKobo, after.status, after.nextPaymentAt],
    [cheap.id, amountKobo, 'active', nextPaymentAt],
  )
  await assert.rejects(merchant.call(changeSubscriptionPlan, { ...to, planId: cheap.id }), errorWith(409, 'same_plan'))
  await assert.rejects(
    merchant.call(previewPlanChange, { ...to, planId: crypto.randomUUID() }),
    errorWith(404, 'plan_not_found'),
  )
  await live(7.1)
  await assert.rejects(merchant.call(previewPlanChange, to), errorWith(409, 'subscription_not_active'))
})

const instant = fc.integer({ min: 1_700_000_000_000, max: 1_900_000_000_000 })
const price = fc.integer({ min: 100_00, max: 50_000_000_00 })

test('for any change at any time, what was paid equals what was used plus what is left, to the kobo', () => {
  const changes = fc.array(fc.record({ price, part: fc.double({ min: 0, max: 1, noNaN: true }) }), { maxLength: 8 })
  fc.assert(
    fc.property(
      instant,
      fc.integer({ min: 3_600_000, max: 366 * 86_400_000 }),
      price,
      changes,
      (start, long, first, all) => {
        const [startsAt, endsAt] = [new Date(start), new Date(start + long)]
        let stretch: PriceStretch = { startsAt, endsAt, costKobo: first }
        let credit = 0
        let paid = first
        let used = 0
        let now = start
        for (const { price: next, part } of all) {
          now = Math.floor(now + (endsAt.getTime() - now) * part)
          const at = new Date(now)
          const cost = calculateProration(stretch, { startsAt, endsAt, costKobo: next }, credit, at)
          assert.ok(cost.dueNowKobo >= 0 && cost.creditLeftKobo >= 0 && cost.dueNowKobo * cost.creditLeftKobo === 0)
          assert.ok(cost.dueNowKobo === 0 || cost.dueNowKobo >= 10_000)
          used += usedKobo(stretch, at)
          paid += cost.dueNowKobo
          const freeKobo = cost.newPeriodKobo - cost.unusedKobo - credit - cost.dueNowKobo + cost.creditLeftKobo
          assert.ok(freeKobo >= 0 && freeKobo < 10_000)
          credit = cost.creditLeftKobo
          stretch = { startsAt: at, endsAt, costKobo: cost.newPeriodKobo - freeKobo }
          assert.ok(cost.newPeriodKobo >= 0 && cost.newPeriodKobo <= next)
        }
        assert.equal(paid, used + stretch.costKobo + credit)
        assert.equal(unusedKobo(stretch, endsAt), now === endsAt.getTime() ? stretch.costKobo : 0)
      },
    ),
    { seed: 1 },
  )
})

test('months are counted from the anchor: the last day of a month stays the last day, and no period is empty', () => {
  const intervals = fc.constantFrom(
    'hourly',
    'daily',
    'weekly',
    'monthly',
    'quarterly',
    'biannually',
    'annually' as const,
  )
  const lagos = (at: Date) => new Date(at.getTime() + 3_600_000)
  fc.assert(
    fc.property(instant, intervals, fc.integer({ min: 0, max: 60 }), (start, interval, steps) => {
      const anchor = new Date(start)
      const [one, next] = [addIntervals(anchor, interval, steps), addIntervals(anchor, interval, steps + 1)]
      assert.ok(one < next)
      assert.equal(addIntervals(anchor, interval, 0).getTime(), start)
      assert.equal(lagos(one).getUTCMinutes(), lagos(anchor).getUTCMinutes())
      if (!['monthly', 'quarterly', 'biannually', 'annually'].includes(interval)) return
      assert.equal(lagos(one).getUTCHours(), lagos(anchor).getUTCHours())
      const [day, anchored] = [lagos(one).getUTCDate(), lagos(anchor).getUTCDate()]
      const isLastDay =
        new Date(Date.UTC(lagos(one).getUTCFullYear(), lagos(one).getUTCMonth() + 1, 0)).getUTCDate() === day
      assert.ok(day === anchored || (day < anchored && isLastDay))
    }),
    { seed: 1 },
  )
  const anchor = new Date('2027-01-31T22:30:00Z')
  assert.deepEqual(
    [1, 2, 3, 12].map((steps) => addIntervals(anchor, 'monthly', steps).toISOString()),
    ['2027-02-28T22:30:00.000Z', '2027-03-31T22:30:00.000Z', '2027-04-30T22:30:00.000Z', '2028-01-31T22:30:00.000Z'],
  )
  assert.equal(addIntervals(new Date('2028-02-29T10:00:00Z'), 'annually', 1).toISOString(), '2029-02-28T10:00:00.000Z')
  assert.deepEqual([monthlyKobo('weekly', 120_000), monthlyKobo('annually', 1_000)], [520_000, 83])
})
