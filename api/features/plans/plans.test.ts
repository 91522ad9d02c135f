import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutPage, startPayment } from '@adire/contract/checkout.ts'
import {
  createPaymentLink,
  getPaymentLink,
  listPaymentLinks,
  listPlanPaymentLinks,
  updatePaymentLink,
} from '@adire/contract/payment-links.ts'
import {
  deletePlan,
  getPlan,
  getPriceEffect,
  inviteToPlan,
  listPlans,
  setPlanActive,
  updatePlan,
} from '@adire/contract/plans.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  getSubscription,
  pauseSubscription,
} from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

test('plans are created, listed, searched, changed and closed [S7.5-01]', async (t) => {
  const { merchant, plan } = await subscriptionFixture(t)
  const made = await plan({
    name: 'Weekly veg',
    interval: 'weekly',
    chargeLimit: 12,
    trialDays: 7,
    description: 'A box',
  })
  assert.match(made.code, /^PLN_[0-9a-z]{16}$/)
  assert.deepEqual(
    [made.status, made.afterFailure, made.subscribers, made.hasSubscribed],
    ['active', 'cancel', 0, false],
  )
  const other = await plan({ name: 'Gold' })
  const names = async (input: Parameters<typeof merchant.call<typeof listPlans>>[1]) =>
    (await merchant.call(listPlans, input)).content.map(({ name }) => name)
  assert.deepEqual(await names({}), ['Gold', 'Weekly veg'])
  assert.deepEqual(await names({ search: 'WEEKLY' }), ['Weekly veg'])
  assert.deepEqual(await names({ search: made.code.slice(4, 12) }), ['Weekly veg'])
  assert.deepEqual(await names({ search: '%' }), [])
  assert.deepEqual(await names({ interval: 'monthly' }), ['Gold'])
  await merchant.call(setPlanActive, { id: other.id, active: false })
  assert.deepEqual(await names({ status: 'inactive' }), ['Gold'])
  const changed = await merchant.call(updatePlan, { id: made.id, name: 'Veg', amountKobo: 700_000, interval: 'daily' })
  assert.deepEqual(
    [changed.name, changed.amountKobo, changed.interval, changed.chargeLimit, changed.trialDays],
    ['Veg', 700_000, 'daily', 12, 7],
  )
  const log = (await merchant.call(listAuditEvents, {})).content.map(({ action }) => action)
  assert.deepEqual(log.slice(0, 4), ['plan.updated', 'plan.deactivated', 'plan.created', 'plan.created'])
})

test('an invalid plan is rejected, and a plan of another business is not found [S7.5-01]', async (t) => {
  const { app, merchant, plan } = await subscriptionFixture(t)
  const bad = (given: object, field: string) =>
    assert.rejects(plan(given), errorWith(400, 'validation_error', field), JSON.stringify(given))
  await bad({ amountKobo: 9_999 }, 'amountKobo')
  await bad({ interval: 'yearly' }, 'interval')
  await bad({ chargeLimit: 0 }, 'chargeLimit')
  await bad({ trialDays: 366 }, 'trialDays')
  await bad({ name: 'ab' }, 'name')
  const { id } = await plan()
  const other = app.as(await app.createUser('ola'))
  await assert.rejects(other.call(getPlan, { id }), errorWith(404, 'plan_not_found'))
  await assert.rejects(other.call(deletePlan, { id }), errorWith(404, 'plan_not_found'))
  await assert.rejects(
    other.call(createPaymentLink, { name: 'Mine', planId: id }),
    errorWith(422, 'validation_error', 'planId'),
  )
  await assert.rejects(
    merchant.call(createPaymentLink, { name: 'Both', planId: id, amountKobo: 100_000 }),
    errorWith(422, 'validation_error', 'amountKobo'),
  )
})

test('a new price previews the subscribers and the difference, and applies from the next charge', async (t) => {
  const { app, merchant, plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const one = await subscribe(planId, testCards.good, 'one@example.com')
  const two = await subscribe(planId, testCards.good, 'two@example.com')
  await merchant.call(cancelSubscription, { id: two.id })
  const effect = await merchant.call(getPriceEffect, { id: planId, amountKobo: 650_000 })
  assert.deepEqual(effect, {
    subscribers: 1,
    renewing: 1,
    monthlyNowKobo: 500_000,
    monthlyThenKobo: 650_000,
    differenceKobo: 150_000,
    firstChargeAt: one.nextPaymentAt,
    unaffected: 1,
  })
  await assert.rejects(
    merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 650_000, interval: 'weekly' }),
    errorWith(422, 'validation_error', 'interval'),
  )
  await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 600_000, applyTo: 'new' })
  assert.equal((await detail(one.id)).amountKobo, 500_000)
  const saved = await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 650_000, applyTo: 'everyone' })
  assert.deepEqual([saved.amountKobo, saved.monthlyValueKobo, saved.subscribers], [650_000, 650_000, 2])
  await live(32)
  assert.deepEqual([(await detail(one.id)).charges, (await detail(one.id)).collectedKobo], [2, 1_150_000])
  const mailsAbout = async (to: string) =>
    (await mailsTo(app, to)).filter(({ subject }) => /price of your plan changes/.test(subject))
  assert.equal((await mailsAbout('one@example.com')).length, 1)
})

test('a new price for all subscribers applies to the next charge, not to open debts, cancelled subscriptions or scheduled plan changes', async (t) => {
  const { app, merchant, plan, subscribe, detail } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const other = await plan({ name: 'Gold', amountKobo: 900_000 })
  const payerNames = ['renews', 'owes', 'ends', 'changes', 'paused']
  const ids: Record<string, string> = {}
  for (const name of payerNames) ids[name] = (await subscribe(planId, testCards.good, `${name}@example.com`)).id
  const findId = (name: string) => ids[name]!
  await merchant.call(playOutcome, { kind: 'subscription', id: findId('owes'), name: 'no_funds' })
  await merchant.call(cancelSubscription, { id: findId('ends') })
  await merchant.call(changeSubscriptionPlan, { id: findId('changes'), planId: other.id, when: 'next_period' })
  await merchant.call(pauseSubscription, { id: findId('paused') })
  const effect = await merchant.call(getPriceEffect, { id: planId, amountKobo: 650_000 })
  assert.deepEqual([effect.subscribers, effect.unaffected, effect.differenceKobo], [3, 2, 150_000])
  // The paused subscriber pays nothing now: count and monthly revenue are of the other two.
  assert.deepEqual([effect.renewing, effect.monthlyNowKobo, effect.monthlyThenKobo], [2, 1_000_000, 1_300_000])
  await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 650_000, applyTo: 'everyone' })
  const amounts = await Promise.all(payerNames.map(async (name) => (await detail(findId(name))).amountKobo))
  assert.deepEqual(amounts, [650_000, 650_000, 500_000, 500_000, 650_000])
  assert.equal((await detail(findId('owes'))).attention!.owedKobo, 500_000)
  await merchant.call(playOutcome, { kind: 'subscription', id: findId('owes'), name: 'retry_paid' })
  await merchant.call(playOutcome, { kind: 'subscription', id: findId('owes'), name: 'renewed' })
  await merchant.call(playOutcome, { kind: 'subscription', id: findId('changes'), name: 'renewed' })
  assert.deepEqual(
    [(await detail(findId('owes'))).collectedKobo, (await detail(findId('changes'))).collectedKobo],
    [500_000 + 500_000 + 650_000, 500_000 + 900_000],
  )
  await app.drain()
  for (const name of payerNames) {
    const planMails = (await mailsTo(app, `${name}@example.com`)).filter(({ subject }) =>
      /price of your plan changes/.test(subject),
    )
    assert.equal(planMails.length, ['ends', 'changes'].includes(name) ? 0 : 1, name)
  }
})

test('a deleted plan accepts no new subscribers, and its subscriptions end with the paid period [S7.5-01]', async (t) => {
  const { app, merchant, payer, plan, linkTo, subscribe, live, detail, pay } = await subscriptionFixture(t)
  const { id: planId } = await plan({ interval: 'weekly' })
  const { slug } = await linkTo(planId)
  const begin = (email: string) => payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  const { accessCode } = await begin('late@example.com')
  const { id } = await subscribe(planId)
  await merchant.call(deletePlan, { id: planId })
  assert.equal((await merchant.call(listPlans, {})).totalElements, 0)
  assert.equal((await merchant.call(getPlan, { id: planId })).status, 'deleted')
  await assert.rejects(merchant.call(deletePlan, { id: planId }), errorWith(409, 'plan_deleted'))
  await assert.rejects(
    merchant.call(updatePlan, { id: planId, name: 'Back', amountKobo: 500_000 }),
    errorWith(409, 'plan_deleted'),
  )
  await assert.rejects(payer(getCheckoutPage, { slug }), errorWith(404, 'payment_page_closed'))
  await assert.rejects(begin('new@example.com'), errorWith(404, 'payment_page_closed'))
  const ending = await detail(id)
  assert.deepEqual([ending.status, ending.endReason, ending.nextPaymentAt], ['non_renewing', 'plan_deleted', null])
  // A payer with a started payment can complete it, and gets the paid period.
  assert.equal((await pay(accessCode)).status, 'success')
  await live(8)
  assert.deepEqual([(await detail(id)).status, (await detail(id)).charges], ['cancelled', 1])
  const counts = (await merchant.call(getPlan, { id: planId })).counts
  assert.deepEqual([counts.cancelled, counts.active, counts.non_renewing], [2, 0, 0])
  const planMails = (await mailsTo(app, 'ada@example.com')).filter(({ subject }) => /will end/.test(subject))
  assert.equal(planMails.length, 1)
})

test('nobody is told of a next payment of a deleted plan', async (t) => {
  const { app, merchant, plan, subscribe, live } = await subscriptionFixture(t)
  const { id: planId } = await plan({ trialDays: 14 })
  await subscribe(planId)
  await live(5)
  await merchant.call(deletePlan, { id: planId })
  await live(8)
  const subjects = (await mailsTo(app, 'ada@example.com')).map(({ subject }) => subject)
  assert.ok(subjects.some((subject) => /will end$/.test(subject)))
  assert.deepEqual(
    subjects.filter((subject) => /free trial|payment for/.test(subject)),
    [],
  )
})

test('links bound to a plan have their own list, use the price of the plan, and close with it [S7.5-03]', async (t) => {
  const { merchant, payer, plan, linkTo } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const bound = await linkTo(planId)
  const single = await merchant.call(createPaymentLink, { name: 'Once', amountKobo: 100_000 })
  assert.deepEqual([bound.plan?.id, bound.plan?.amountKobo, bound.amountKobo], [planId, 500_000, null])
  const ids = async (list: typeof listPaymentLinks | typeof listPlanPaymentLinks) =>
    (await merchant.call(list, {})).content.map(({ id }) => id)
  assert.deepEqual(await ids(listPaymentLinks), [single.id])
  assert.deepEqual(await ids(listPlanPaymentLinks), [bound.id])
  assert.equal((await merchant.call(listPlanPaymentLinks, { planId: crypto.randomUUID() })).totalElements, 0)
  const edit = { id: bound.id, name: 'Subscribe!' }
  await assert.rejects(
    merchant.call(updatePaymentLink, { ...edit, amountKobo: 1_000_000 }),
    errorWith(422, 'validation_error', 'amountKobo'),
  )
  assert.equal((await merchant.call(updatePaymentLink, edit)).plan?.id, planId)
  const page = await payer(getCheckoutPage, { slug: bound.slug })
  const { nextPaymentAt, ...sheet } = page.plan!
  assert.ok(Date.parse(nextPaymentAt!) > Date.now() + 27 * 86_400_000)
  assert.deepEqual(sheet, {
    name: 'Box of the month',
    amountKobo: 500_000,
    interval: 'monthly',
    chargeLimit: null,
    trialDays: 0,
    setupFeeKobo: 0,
    isCardCheck: false,
    discountKobo: 0,
    discountCharges: null,
    takesAccounts: true,
    termsVersion: '500000-0-monthly-unlimited-0',
  })
  assert.deepEqual([page.amountKobo, page.channels, page.feeBearer], [500_000, ['card'], 'merchant'])
  await merchant.call(setPlanActive, { id: planId, active: false })
  await assert.rejects(payer(getCheckoutPage, { slug: bound.slug }), errorWith(404, 'payment_page_closed'))
  await merchant.call(setPlanActive, { id: planId, active: true })
  assert.equal((await payer(getCheckoutPage, { slug: bound.slug })).slug, bound.slug)
  assert.equal((await merchant.call(getPaymentLink, { id: bound.id })).plan?.name, 'Box of the month')
  assert.deepEqual(
    (await merchant.call(getPlan, { id: planId })).links.map(({ id }) => id),
    [bound.id],
  )
  await assert.rejects(merchant.call(getSubscription, { id: planId }), errorWith(404, 'subscription_not_found'))
})

test('a customer is invited to a plan once per request, by an email with the page on which to subscribe', async (t) => {
  const { app, merchant, plan, linkTo } = await subscriptionFixture(t)
  const { id } = await plan({ trialDays: 7 })
  const email = 'ada+lace@example.com'
  const invite = () => merchant.call(inviteToPlan, { id, email })
  await assert.rejects(invite(), errorWith(409, 'no_sign_up_link'))
  const { slug } = await linkTo(id)
  const { url } = await invite()
  assert.ok(url.endsWith(`/pay/page/${slug}?email=ada%2Blace%40example.com`))
  await app.drain()
  const [mail, ...more] = await mailsTo(app, email)
  assert.deepEqual([more.length, mail!.text.includes(url), /free for 7 days/.test(mail!.text)], [0, true, true])
  await merchant.call(setPlanActive, { id, active: false })
  await assert.rejects(invite(), errorWith(409, 'plan_closed'))
  await assert.rejects(
    app.as(await app.createUser('Other')).call(inviteToPlan, { id, email }),
    errorWith(404, 'plan_not_found'),
  )
})
