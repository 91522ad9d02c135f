import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAuditEvents } from '@adire/contract/audit.ts'
import { getCheckoutPage, payByTransfer, startPayment } from '@adire/contract/checkout.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import {
  cancelSubscription,
  getSubscription,
  getSubscriptionTotals,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
  sendSubscriptionLink,
} from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { subscriptionFixture, testCards } from '../../testing/subscribing.ts'

test('a payer on the page of a plan is subscribed and charged every month with the same card, and each charge is a payment [S7.5-02]', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices, app } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const { id, code, status, nextPaymentAt } = await subscribe(planId)
  assert.match(code, /^SUB_[0-9a-z]{16}$/)
  assert.equal(status, 'active')
  const days = (Date.parse(nextPaymentAt!) - app.runtime.clock().getTime()) / 86_400_000
  assert.ok(days > 27.9 && days < 31.1)

  await live(65)
  const found = await detail(id)
  assert.deepEqual([found.status, found.charges, found.collectedKobo], ['active', 3, 1_500_000])
  assert.deepEqual(found.card, { brand: 'visa', last4: '4081', expiryMonth: 12, expiryYear: 2035 })
  const billed = await invoices(id)
  assert.deepEqual(
    billed.map(({ number, status, kind, attempts, dueKobo }) => [number, status, kind, attempts, dueKobo]),
    [3, 2, 1].map((number) => [number, 'success', 'period', 1, 500_000]),
  )
  // Each period starts where the previous one ended.
  assert.equal(billed[0]!.startsAt, billed[1]!.endsAt)
  assert.equal(billed[1]!.startsAt, billed[2]!.endsAt)

  const paid = (await merchant.call(listPayments, { subscriptionId: id })).content
  assert.deepEqual(
    paid.map(({ status, channel, feeKobo, vatKobo, netKobo }) => [status, channel, feeKobo, vatKobo, netKobo]),
    Array(3).fill(['success', 'card', 17_500, 1_313, 481_187]),
  )
  const payment = await merchant.call(getPayment, { id: billed[0]!.paymentId! })
  assert.deepEqual(payment.subscription, {
    ...{ id, code, planId, planName: 'Box of the month' },
    ...{ isCardCheck: false, setupFeeKobo: 0 },
  })
  assert.equal(payment.customerId, found.customerId)
  assert.equal(payment.card?.last4, '4081')
  const receipts = (await mailsTo(app, 'ada@example.com')).filter(({ subject }) => /Your payment of/.test(subject))
  assert.equal(receipts.length, 3)
  assert.match(receipts[2]!.text, /\/pay\/subscription\/[A-Za-z0-9]{32}/)
})

test('a subscription is cancelled at the end of the paid period or at once, and the payer is emailed [S7.5-02]', async (t) => {
  const { merchant, plan, subscribe, live, detail, app } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const one = await subscribe(planId, testCards.good, 'one@example.com')
  const other = await subscribe(planId, testCards.good, 'other@example.com')
  const ending = await merchant.call(cancelSubscription, { id: one.id, note: 'She moves away' })
  assert.deepEqual([ending.status, ending.endReason, ending.nextPaymentAt], ['non_renewing', 'merchant', null])
  await assert.rejects(merchant.call(cancelSubscription, { id: one.id }), errorWith(409, 'subscription_ending'))
  const ended = await merchant.call(cancelSubscription, { id: other.id, when: 'now' })
  assert.deepEqual([ended.status, ended.card, ended.endedAt !== null], ['cancelled', null, true])
  await assert.rejects(
    merchant.call(cancelSubscription, { id: other.id, when: 'now' }),
    errorWith(409, 'subscription_ended'),
  )
  await live(40)
  const after = await detail(one.id)
  assert.deepEqual([after.status, after.charges, after.endNote], ['cancelled', 1, 'She moves away'])
  const subjects = async (to: string) => (await mailsTo(app, to)).map(({ subject }) => subject)
  assert.ok((await subjects('one@example.com')).some((subject) => /will end/.test(subject)))
  assert.ok((await subjects('other@example.com')).some((subject) => /has ended/.test(subject)))
  const log = (await merchant.call(listAuditEvents, { action: 'subscription.cancelled' })).content
  assert.equal(log.length, 2)
})

test('the list is filtered by status, plan, customer and email, and its totals show the monthly revenue [S7.5-02]', async (t) => {
  const { merchant, plan, subscribe } = await subscriptionFixture(t)
  const monthly = await plan()
  const weekly = await plan({ name: 'Every week', interval: 'weekly', amountKobo: 120_000 })
  const trial = await plan({ name: 'First for free', trialDays: 14, amountKobo: 900_000 })
  const one = await subscribe(monthly.id, testCards.good, 'one@example.com')
  const two = await subscribe(weekly.id, testCards.good, 'two@example.com')
  const three = await subscribe(trial.id, testCards.good, 'three@example.com')
  await merchant.call(cancelSubscription, { id: one.id })
  const ids = async (input: Parameters<typeof merchant.call<typeof listSubscriptions>>[1]) =>
    (await merchant.call(listSubscriptions, input)).content.map(({ id }) => id)
  assert.deepEqual(await ids({}), [three.id, two.id, one.id])
  assert.deepEqual(await ids({ status: 'non_renewing' }), [one.id])
  assert.deepEqual(await ids({ status: 'trial' }), [three.id])
  assert.deepEqual(await ids({ status: 'active' }), [two.id])
  assert.deepEqual(await ids({ planId: weekly.id }), [two.id])
  assert.deepEqual(await ids({ customerId: two.customerId }), [two.id])
  assert.deepEqual(await ids({ search: 'THREE' }), [three.id])
  assert.deepEqual(await ids({ search: 'free' }), [three.id], 'the name of the plan')
  assert.deepEqual(await ids({ search: '1,200' }), [two.id])
  assert.deepEqual(await ids({ search: two.code }), [two.id])
  const first = await merchant.call(listSubscriptions, { limit: 2 })
  const second = await merchant.call(listSubscriptions, { limit: 2, cursor: first.nextCursor! })
  assert.deepEqual([first.totalElements, second.content.map(({ id }) => id)], [3, [one.id]])
  const { counts, monthlyValueKobo } = await merchant.call(getSubscriptionTotals, {})
  const { running, ...single } = counts
  assert.equal(running, 3)
  assert.deepEqual(
    Object.entries(single).filter(([, count]) => count > 0),
    [
      ['trial', 1],
      ['active', 1],
      ['non_renewing', 1],
    ],
    'each subscription is counted once',
  )
  await merchant.call(pauseSubscription, { id: three.id })
  const { counts: paused } = await merchant.call(getSubscriptionTotals, {})
  assert.deepEqual([paused.running, paused.trial, paused.paused], [3, 0, 1])
  assert.deepEqual(await ids({ status: 'paused' }), [three.id])
  // NGN 1,200.00 a week is NGN 5,200.00 a month; trials and cancelled subscriptions do not count.
  assert.equal(monthlyValueKobo, 520_000)
})

test('a paused subscription is not charged; resumed within its period it continues, after it a new period starts', async (t) => {
  const { merchant, plan, subscribe, live, detail, invoices, runDueJobs } = await subscriptionFixture(t)
  const { id: planId } = await plan({ interval: 'weekly' })
  const { id } = await subscribe(planId)
  await live(2)
  const before = await detail(id)
  assert.equal((await merchant.call(pauseSubscription, { id })).isPaused, true)
  await assert.rejects(merchant.call(pauseSubscription, { id }), errorWith(409, 'subscription_not_active'))
  await live(2)
  const within = await merchant.call(resumeSubscription, { id })
  assert.equal(within.nextPaymentAt, before.nextPaymentAt)
  await merchant.call(pauseSubscription, { id })
  await live(20)
  assert.equal((await detail(id)).charges, 1)
  await merchant.call(resumeSubscription, { id })
  await runDueJobs()
  const [last] = await invoices(id)
  assert.deepEqual([last!.number, last!.status], [2, 'success'])
  const gone = await detail(id)
  assert.equal(gone.currentPeriod!.startsAt, last!.startsAt)
  await assert.rejects(merchant.call(resumeSubscription, { id }), errorWith(409, 'subscription_not_paused'))
})

test('a trial checks the card, returns the charge at once, and charges first when the trial ends', async (t) => {
  const { merchant, payer, plan, linkTo, subscribe, runDueJobs, live, detail, app } = await subscriptionFixture(t)
  const { id: planId } = await plan({ trialDays: 7 })
  const { slug } = await linkTo(planId)
  const page = await payer(getCheckoutPage, { slug })
  assert.deepEqual([page.amountKobo, page.channels, page.plan?.isCardCheck], [5_000, ['card'], true])
  const { id, isTrial, nextPaymentAt } = await subscribe(planId)
  assert.equal(isTrial, true)
  await runDueJobs()
  const [check] = (await merchant.call(listPayments, { subscriptionId: id })).content
  assert.deepEqual(
    [check!.amountKobo, check!.feeKobo, check!.refundedKobo, check!.status],
    [5_000, 0, 5_000, 'refunded'],
  )
  const trial = await detail(id)
  assert.deepEqual([trial.charges, trial.collectedKobo, trial.trialEndsAt], [0, 0, nextPaymentAt])
  await live(8)
  const after = await detail(id)
  assert.deepEqual([after.isTrial, after.charges, after.collectedKobo], [false, 1, 500_000])
  const mails = await mailsTo(app, 'ada@example.com')
  assert.ok(!mails.some(({ subject }) => /Your payment of NGN\s50\.00/.test(subject)))
  const returned = mails.find(({ subject }) => subject.includes('refunded'))
  assert.match(returned!.text, /\n\nThis was only to check your card\.\n\n/, 'not as a note of the business')
})

test('after its last charge a subscription runs to the end of the period and is completed', async (t) => {
  const { plan, subscribe, live, detail } = await subscriptionFixture(t)
  const { id: planId } = await plan({ interval: 'daily', chargeLimit: 3 })
  const { id } = await subscribe(planId)
  await live(2.5)
  const last = await detail(id)
  assert.deepEqual([last.status, last.charges, last.endReason], ['non_renewing', 3, 'limit_reached'])
  await live(1)
  const done = await detail(id)
  assert.deepEqual([done.status, done.charges, done.collectedKobo], ['completed', 3, 1_500_000])
})

test('a subscription can only start with a card, so that it can be charged again', async (t) => {
  const { merchant, payer, plan, linkTo } = await subscriptionFixture(t)
  const { id: planId } = await plan()
  const { slug } = await linkTo(planId)
  const start = (email: string) => payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  const { accessCode } = await start('ada@example.com')
  await assert.rejects(payer(payByTransfer, { accessCode }), errorWith(409, 'card_only'))
  assert.equal((await merchant.call(listSubscriptions, {})).totalElements, 0)
})

test('the link of the payer is emailed on request, once a minute', async (t) => {
  const { merchant, plan, subscribe, app } = await subscriptionFixture(t)
  const { id } = await subscribe((await plan()).id)
  await merchant.call(sendSubscriptionLink, { id })
  await assert.rejects(merchant.call(sendSubscriptionLink, { id }), errorWith(409, 'link_sent'))
  await app.drain()
  const mails = await mailsTo(app, 'ada@example.com')
  assert.ok(mails.some(({ subject }) => /Your subscription to your plan/.test(subject)))
  const other = app.as(await app.createUser('ola'))
  await assert.rejects(other.call(getSubscription, { id }), errorWith(404, 'subscription_not_found'))
})
