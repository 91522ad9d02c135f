import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import {
  applyCoupon,
  archiveCoupon,
  createCoupon,
  getCoupon,
  listCoupons,
  removeCoupon,
  updateCoupon,
} from '@adire/contract/coupons.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { getPlan, getPriceEffect, updatePlan } from '@adire/contract/plans.ts'
import { getRecurringRevenue } from '@adire/contract/recurring-revenue.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { chargeSubscriptionNow } from '@adire/contract/subscription-actions.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  downloadSubscriptions,
  getSubscriptionTotals,
  listSubscriptions,
  previewPlanChange,
} from '@adire/contract/subscriptions.ts'
import { addDays, lagosDay } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { openInterrupter } from '../../testing/interrupt.ts'
import { mailsTo } from '../../testing/mails.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const email = 'ada@example.com'

/** A business with a plan of NGN 5,000.00 a month, and coupons for it. */
async function couponFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { merchant, subscribe } = fixture
  const { id: planId } = await fixture.plan()
  const coupon = (given: Partial<EndpointInput<typeof createCoupon>> = {}) =>
    merchant.call(createCoupon, { name: 'Half price', ...(!given.amountOffKobo && { percentOff: 50 }), ...given })
  const apply = (id: string, couponId: string) => merchant.call(applyCoupon, { id, couponId })
  const renew = (id: string, name = 'renewed') => merchant.call(playOutcome, { kind: 'subscription', id, name })
  const amounts = async (id: string) =>
    (await fixture.invoices(id)).map(({ amountKobo, discountKobo, dueKobo }) => [amountKobo, discountKobo, dueKobo])
  const subscriber = (name: string) => subscribe(planId, testCards.good, `${name}@example.com`)
  return { ...fixture, planId, coupon, apply, renew, amounts, subscriber }
}

test('a coupon has a percentage or an amount, and a code that is unique among the active coupons without case', async (t) => {
  const { app, merchant, planId, coupon, now } = await couponFixture(t)
  const today = lagosDay(new Date(await now()))
  const half = await coupon({
    code: ' half50 ',
    charges: 3,
    endsOn: today,
    redemptionLimit: 2,
    planIds: [planId, planId],
  })
  assert.deepEqual(
    [half.code, half.percentOff, half.amountOffKobo, half.charges, half.endsOn, half.redemptionLimit, half.redemptions],
    ['HALF50', 50, null, 3, today, 2, 0],
  )
  assert.deepEqual(half.plans, [{ id: planId, name: 'Box of the month' }])
  await assert.rejects(coupon({ code: 'Half50' }), errorWith(422, 'coupon_code_taken', 'code'))
  await assert.rejects(
    coupon({ percentOff: 10, amountOffKobo: 1_000 }),
    errorWith(422, 'validation_error', 'percentOff'),
  )
  await assert.rejects(
    merchant.call(createCoupon, { name: 'Nothing' }),
    errorWith(422, 'validation_error', 'percentOff'),
  )
  await assert.rejects(coupon({ endsOn: addDays(today, -1) }), errorWith(422, 'validation_error', 'endsOn'))
  for (const wrong of [{ percentOff: 101 }, { percentOff: 0 }, { code: 'AB' }, { code: 'A B C' }, { charges: 0 }])
    await assert.rejects(coupon(wrong), errorWith(400, 'validation_error'))
  await assert.rejects(coupon({ planIds: [crypto.randomUUID()] }), errorWith(404, 'plan_not_found'))

  assert.equal((await merchant.call(updateCoupon, { id: half.id, name: 'Launch offer' })).name, 'Launch offer')
  const archived = await merchant.call(archiveCoupon, { id: half.id })
  assert.deepEqual([archived.status, archived.archivedAt !== null], ['archived', true])
  await assert.rejects(merchant.call(archiveCoupon, { id: half.id }), errorWith(409, 'coupon_move_refused'))
  const again = await coupon({ code: 'HALF50' })
  const list = async (input: EndpointInput<typeof listCoupons>) =>
    (await merchant.call(listCoupons, input)).content.map(({ id }) => id)
  assert.deepEqual(await list({}), [again.id, half.id])
  assert.deepEqual(await list({ status: 'active' }), [again.id])
  assert.deepEqual(await list({ search: 'launch' }), [half.id])
  const { content } = await merchant.call(listAuditEvents, { limit: 4 })
  assert.deepEqual(
    content.map(({ action }) => action),
    ['coupon.created', 'coupon.archived', 'coupon.updated', 'coupon.created'],
  )
  const other = app.as(await app.createUser('Other'))
  await assert.rejects(other.call(getCoupon, { id: half.id }), errorWith(404, 'coupon_not_found'))
  const codes = await Promise.allSettled([1, 2, 3].map(() => coupon({ code: 'ONCE' })))
  assert.equal(codes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a coupon reduces the next charges by their number, in every figure, email and export, then the price is full again', async (t) => {
  const { app, merchant, payer, planId, coupon, apply, renew, amounts, subscriber, detail } = await couponFixture(t)
  const { id } = await subscriber('ada')
  const { id: couponId } = await coupon({ charges: 2, code: 'HALF50' })
  const applied = await apply(id, couponId)
  assert.deepEqual(applied.coupon, { id: couponId, name: 'Half price', code: 'HALF50' })
  assert.deepEqual(applied.discount, { amountKobo: 250_000, chargesLeft: 2 })
  assert.deepEqual([applied.amountKobo, applied.events[0]!.kind], [500_000, 'coupon_applied'])
  await apply(id, couponId)
  assert.equal((await merchant.call(getCoupon, { id: couponId })).redemptions, 1, 'a repeated call redeems nothing')
  const { id: secondCoupon } = await coupon({ percentOff: 10 })
  await assert.rejects(apply(id, secondCoupon), errorWith(409, 'discount_exists'))

  const mrr = async () => {
    const [totals, plan] = [
      await merchant.call(getSubscriptionTotals, {}),
      await merchant.call(getPlan, { id: planId }),
    ]
    assert.equal(plan.monthlyValueKobo, totals.monthlyValueKobo)
    return totals.monthlyValueKobo
  }
  assert.equal(await mrr(), 250_000)
  await app.drain()
  const told = (await mailsTo(app, email)).find(({ subject }) => /price of your plan changes/.test(subject))
  assert.match(told!.text, /you pay NGN.2,500\.00 a month for 2 months, then NGN.5,000\.00 a month/)
  const page = await payer(getPayerSubscription, { accessCode: await findPayerCode(app, email) })
  assert.deepEqual([page.amountKobo, page.nextPaymentKobo], [500_000, 250_000])
  const csv = await merchant.call(downloadSubscriptions, {})
  assert.match(csv, /Box of the month,5000\.00,Half price,2500\.00/)
  assert.equal((await merchant.call(listSubscriptions, { couponId })).totalElements, 1)

  await renew(id)
  assert.deepEqual((await detail(id)).discount, { amountKobo: 250_000, chargesLeft: 1 })
  const months = (await merchant.call(getRecurringRevenue, {})).months
  assert.equal(months.at(-1)!.mrrKobo, 500_000, 'the period paid before the coupon')
  await renew(id)
  const used = await detail(id)
  assert.deepEqual([used.discount, used.coupon?.id, used.collectedKobo], [null, couponId, 1_000_000])
  assert.ok(used.events.some(({ kind }) => kind === 'discount_ended'))
  assert.equal(await mrr(), 500_000)
  await renew(id)
  assert.deepEqual(await amounts(id), [
    [500_000, 0, 500_000],
    [250_000, 250_000, 250_000],
    [250_000, 250_000, 250_000],
    [500_000, 0, 500_000],
  ])
})

test('a retry and a charge of the merchant keep the discount of the period and use it once', async (t) => {
  const { merchant, coupon, apply, renew, amounts, subscriber, detail } = await couponFixture(t)
  const { id } = await subscriber('ada')
  await apply(id, (await coupon({ charges: 2 })).id)
  await renew(id, 'no_funds')
  assert.equal((await detail(id)).attention?.owedKobo, 250_000)
  await renew(id, 'retry_declined')
  await merchant.call(removeCoupon, { id })
  assert.equal((await detail(id)).attention?.owedKobo, 250_000, 'an unpaid period keeps its amount')
  await apply(id, (await coupon({ charges: 2 })).id)
  await merchant.call(chargeSubscriptionNow, { id, amountKobo: 250_000 })
  assert.deepEqual((await detail(id)).discount, { amountKobo: 250_000, chargesLeft: 2 })
  await renew(id, 'no_funds')
  await renew(id, 'retry_paid')
  assert.deepEqual((await detail(id)).discount, { amountKobo: 250_000, chargesLeft: 1 })
  assert.deepEqual((await amounts(id)).slice(0, 2), [
    [250_000, 250_000, 250_000],
    [250_000, 250_000, 250_000],
  ])
})

test('a payer is told before the first charge at the full price', async (t) => {
  const { app, plan, coupon, apply, renew, subscribe, detail, liveTo } = await couponFixture(t)
  const { id } = await subscribe((await plan({ interval: 'daily' })).id)
  await apply(id, (await coupon({ charges: 1 })).id)
  const notices = async () => (await mailsTo(app, email)).filter(({ subject }) => /next payment for/.test(subject))
  await renew(id)
  assert.equal((await notices()).length, 0)
  const { nextPaymentAt } = await detail(id)
  await liveTo(Date.parse(nextPaymentAt!) - 6 * 3_600_000)
  const [notice, ...more] = await notices()
  assert.match(notice!.text, /NGN.5,000\.00 .* will be charged automatically to your card\. Your discount has ended/)
  assert.equal(more.length, 0)
})

test('a plan change long after the discount is not announced as its end', async (t) => {
  const { app, merchant, plan, coupon, apply, renew, subscribe, detail, liveTo } = await couponFixture(t)
  const { id } = await subscribe((await plan({ interval: 'daily' })).id)
  await apply(id, (await coupon({ charges: 1 })).id)
  await renew(id)
  await renew(id)
  const next = Date.parse((await detail(id)).nextPaymentAt!)
  await liveTo(next - 18 * 3_600_000)
  const gold = await plan({ name: 'Gold', interval: 'daily', amountKobo: 900_000 })
  const changed = await merchant.call(changeSubscriptionPlan, { id, planId: gold.id, when: 'now' })
  assert.deepEqual([changed.coupon?.name, changed.discount], ['Half price', null])
  await liveTo(next - 6 * 3_600_000)
  assert.deepEqual(
    (await mailsTo(app, email)).filter(({ subject }) => /next payment for/.test(subject)),
    [],
  )
})

test('a process that ends between two transactions of a renewal neither loses nor repeats the discount', async (t) => {
  const { app, plan, coupon, apply, subscribe, detail, amounts, runDueJobs } = await couponFixture(t)
  const { id } = await subscribe((await plan({ interval: 'hourly' })).id)
  await apply(id, (await coupon({ charges: 3 })).id)
  const process = openInterrupter(app)
  for (const [points, chargesLeft] of [
    [2, 2],
    [4, 1],
    [6, 0],
  ] as const) {
    const { nextPaymentAt } = await detail(id)
    app.forward(Date.parse(nextPaymentAt!) - app.runtime.clock().getTime() + 1_000)
    process.endAfter(points)
    await runDueJobs().catch(() => undefined)
    assert.equal(process.revive(), true)
    app.forward(900_000)
    await runDueJobs()
    const { discount, status } = await detail(id)
    assert.deepEqual([discount?.chargesLeft ?? 0, status], [chargesLeft, 'active'], `cut off at ${points}`)
  }
  assert.deepEqual(
    (await amounts(id)).map(([amountKobo]) => amountKobo),
    [250_000, 250_000, 250_000, 500_000],
  )
  assert.equal((await detail(id)).collectedKobo, 1_250_000)
})

test('a coupon of 100 % renews without a charge, and a discount leaves nothing or at least the smallest charge', async (t) => {
  const { merchant, coupon, apply, renew, amounts, subscriber, detail } = await couponFixture(t)
  const { id } = await subscriber('ada')
  await apply(id, (await coupon({ percentOff: 100, charges: 1 })).id)
  await renew(id)
  const free = await detail(id)
  assert.deepEqual([free.status, free.charges, free.collectedKobo, free.discount], ['active', 2, 500_000, null])
  assert.deepEqual((await amounts(id))[0], [0, 500_000, 0])
  const small = await apply(id, (await coupon({ amountOffKobo: 499_000 })).id)
  assert.deepEqual(small.discount, { amountKobo: 490_000, chargesLeft: null })
  await renew(id)
  assert.equal((await detail(id)).collectedKobo, 510_000)
  await merchant.call(removeCoupon, { id })
  const over = await apply(id, (await coupon({ amountOffKobo: 600_000 })).id)
  assert.equal(over.discount?.amountKobo, 500_000)
  await merchant.call(cancelSubscription, { id })
  await assert.rejects(merchant.call(removeCoupon, { id }), errorWith(409, 'subscription_not_active'))
})

test('no payment is announced for a period that a coupon pays in full', async (t) => {
  const { app, plan, subscribe, coupon, apply, live, detail } = await couponFixture(t)
  const { id } = await subscribe((await plan({ interval: 'quarterly' })).id)
  await apply(id, (await coupon({ percentOff: 100, charges: 1 })).id)
  const announced = async () => {
    await app.drain()
    return (await mailsTo(app, 'ada@example.com')).filter(({ subject }) => /next payment/.test(subject)).length
  }
  await live(93)
  assert.deepEqual([(await detail(id)).charges, await announced()], [2, 0])
  await live(90)
  assert.equal(await announced(), 1)
})

test('two subscriptions cannot take the last redemption, and one that is expired, archived, of another plan or business is rejected', async (t) => {
  const { app, merchant, planId, plan, coupon, apply, renew, subscriber, detail, live, now } = await couponFixture(t)
  const [one, two] = [await subscriber('one'), await subscriber('two')]
  const { id: couponId } = await coupon({ redemptionLimit: 1 })
  const both = await Promise.allSettled([one, two].map(({ id }) => apply(id, couponId)))
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await merchant.call(getCoupon, { id: couponId })).redemptions, 1)
  const free = [one, two][both.findIndex(({ status }) => status !== 'fulfilled')]!
  const taken = free === one ? two : one
  const rejected = async (id: string) => assert.rejects(apply(free.id, id), errorWith(409, 'coupon_not_redeemable'))
  await rejected(couponId)
  const twice = await coupon()
  const same = await Promise.all([1, 2, 3].map(() => apply(free.id, twice.id)))
  assert.ok(same.every(({ discount }) => discount?.amountKobo === 250_000))
  assert.equal((await merchant.call(getCoupon, { id: twice.id })).redemptions, 1)
  await merchant.call(removeCoupon, { id: free.id })

  const other = await plan({ name: 'Gold' })
  await rejected((await coupon({ planIds: [other.id] })).id)
  const ending = await coupon({ endsOn: lagosDay(new Date(await now())), planIds: [planId] })
  const archived = await coupon()
  await merchant.call(archiveCoupon, { id: archived.id })
  await rejected(archived.id)
  await live(1)
  await rejected(ending.id)
  const stranger = app.as(await app.createUser('Stranger')).call
  const theirs = await stranger(createCoupon, { name: 'Theirs', percentOff: 10 })
  await assert.rejects(apply(free.id, theirs.id), errorWith(404, 'coupon_not_found'))
  await assert.rejects(
    stranger(applyCoupon, { id: free.id, couponId: theirs.id }),
    errorWith(404, 'subscription_not_found'),
  )
  await merchant.call(archiveCoupon, { id: couponId })
  await renew(taken.id)
  assert.equal((await detail(taken.id)).collectedKobo, 750_000, 'an archived coupon stays on its subscriptions')
})

test('a change of plan is prorated at the discounted price, and a coupon for other plans ends with it', async (t) => {
  const { merchant, planId, plan, coupon, apply, renew, subscriber, subscribe, detail, amounts, liveToNextCharge } =
    await couponFixture(t)
  const { id } = await subscribe((await plan({ interval: 'daily' })).id)
  await apply(id, (await coupon()).id)
  await liveToNextCharge(id)
  const gold = await plan({ name: 'Gold', amountKobo: 900_000, interval: 'daily' })
  const preview = await merchant.call(previewPlanChange, { id, planId: gold.id, when: 'now' })
  assert.deepEqual([preview.amountKobo, preview.nextPaymentKobo], [900_000, 450_000])
  // An hour of the day is used: 23 parts of 24 are left.
  assert.ok(Math.abs(preview.newPeriodKobo - 431_250) < 1_000, String(preview.newPeriodKobo))
  assert.ok(Math.abs(preview.unusedKobo - 239_583) < 1_000, String(preview.unusedKobo))
  const { dueNowKobo, previewedAt } = preview
  await merchant.call(changeSubscriptionPlan, { id, planId: gold.id, when: 'now', dueNowKobo, previewedAt })
  const changed = await detail(id)
  assert.deepEqual([changed.amountKobo, changed.discount?.amountKobo], [900_000, 450_000])
  assert.equal((await amounts(id))[0]![1], 450_000)

  const yearly = await plan({ name: 'Yearly', amountKobo: 5_000_000, interval: 'annually' })
  await merchant.call(removeCoupon, { id })
  await apply(id, (await coupon({ charges: 2 })).id)
  const toYearly = { id, planId: yearly.id, when: 'now' as const }
  assert.equal((await merchant.call(previewPlanChange, toYearly)).nextPaymentKobo, 2_500_000)
  await merchant.call(changeSubscriptionPlan, toYearly)
  assert.deepEqual((await detail(id)).discount, { amountKobo: 2_500_000, chargesLeft: 1 })

  const { id: second } = await subscriber('second')
  await apply(second, (await coupon({ planIds: [planId] })).id)
  const silver = await plan({ name: 'Silver', amountKobo: 900_000 })
  const onlyBox = { id: second, planId: silver.id, when: 'next_period' as const }
  assert.equal((await merchant.call(previewPlanChange, onlyBox)).nextPaymentKobo, 900_000)
  await merchant.call(changeSubscriptionPlan, onlyBox)
  await renew(second)
  assert.deepEqual([(await detail(second)).coupon, (await detail(second)).collectedKobo], [null, 1_400_000])
})

test('a new price for all subscribers is discounted as the old one was', async (t) => {
  const { merchant, planId, coupon, apply, subscriber, detail } = await couponFixture(t)
  const [half, less, full] = [await subscriber('half'), await subscriber('less'), await subscriber('full')]
  await apply(half.id, (await coupon()).id)
  await apply(less.id, (await coupon({ amountOffKobo: 100_000, charges: 1 })).id)
  const effect = await merchant.call(getPriceEffect, { id: planId, amountKobo: 600_000 })
  assert.deepEqual([effect.monthlyNowKobo, effect.monthlyThenKobo], [1_150_000, 1_400_000])
  await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 600_000, applyTo: 'everyone' })
  const discounts = await Promise.all([half, less, full].map(async ({ id }) => (await detail(id)).discount?.amountKobo))
  assert.deepEqual(discounts, [300_000, 100_000, undefined])
  assert.equal((await merchant.call(getPlan, { id: planId })).monthlyValueKobo, 1_400_000)
})
