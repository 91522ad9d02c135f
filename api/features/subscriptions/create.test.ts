import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { createCoupon, getCoupon } from '@adire/contract/coupons.ts'
import { blacklistCustomer } from '@adire/contract/customers.ts'
import type { EndpointInput } from '@adire/contract/endpoint.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { createPlan } from '@adire/contract/plans.ts'
import { deleteSavedCard, listSavedCards } from '@adire/contract/saved-cards.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { createSubscription, reactivateSubscription } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import { eq } from 'drizzle-orm'
import { addDays, lagosDay } from '../../lagos.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { runOperator } from '../../testing/operator.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'
import { merchants } from '../merchants/tables.ts'
import { savedCards } from '../saved-cards/tables.ts'

const email = 'ada@example.com'

/** A business with a plan of NGN 5,000.00 a month and a customer whose card it saved. */
async function savedFixture(t: TestContext, card = testCards.good) {
  const fixture = await subscriptionFixture(t)
  const { merchant, payer } = fixture
  const { authorizationUrl } = await merchant.call(initialiseCharge, { amountKobo: 10_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const { accessCode } = await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await payer(payByCard, { accessCode, ...card })
  const saved = (await merchant.call(listSavedCards, { email })).content[0]!
  const plan = await fixture.plan()
  const create = (given: Partial<EndpointInput<typeof createSubscription>> = {}) =>
    merchant.call(createSubscription, { savedCardId: saved.id, planId: plan.id, amountKobo: 500_000, ...given })
  const paid = async () => (await merchant.call(listPayments, { status: 'success', search: email })).totalElements - 1
  return { ...fixture, saved, planId: plan.id, create, paid }
}

test('a subscription by hand charges the saved card now, and its payer is told what, when and how to cancel', async (t) => {
  const { app, merchant, saved, create, paid, live, invoices } = await savedFixture(t)
  assert.equal(saved.coversSubscriptions, true)
  const created = await create()
  assert.deepEqual([created.status, created.collectedKobo, created.charges], ['active', 500_000, 1])
  assert.deepEqual([created.card?.last4, created.consentText, await paid()], ['4081', saved.consentText, 1])
  await app.drain()
  const mail = (await mailsTo(app, email)).find(({ subject }) => subject.includes('You are subscribed to'))!
  assert.match(mail.text, /NGN.5,000\.00 a month, charged to the card ending 4081/)
  assert.match(mail.text, /You can cancel at any time/)
  assert.match(mail.text, /\/pay\/subscription\/\w+/)
  await live(32)
  assert.deepEqual([(await invoices(created.id)).length, await paid()], [2, 2])

  await merchant.call(cancelSubscription, { id: created.id, when: 'now' })
  await app.drain()
  assert.equal((await merchant.call(listSavedCards, { email })).content[0]!.id, saved.id, 'the card stays saved')
})

test('a subscription by hand with a coupon is charged the reduced price, and two requests at once redeem it once', async (t) => {
  const { merchant, create, planId } = await savedFixture(t)
  const coupon = await merchant.call(createCoupon, { name: 'Launch', percentOff: 40, charges: 2, redemptionLimit: 5 })
  const both = await Promise.allSettled([1, 2].map(() => create({ couponId: coupon.id })))
  const created = both.find((result) => result.status === 'fulfilled')!.value
  assert.deepEqual([created.collectedKobo, created.discount], [300_000, { amountKobo: 200_000, chargesLeft: 1 }])
  assert.equal((await merchant.call(getCoupon, { id: coupon.id })).redemptions, 1)
  await merchant.call(cancelSubscription, { id: created.id, when: 'now' })
  const gold = await merchant.call(createPlan, { name: 'Gold', amountKobo: 500_000, interval: 'monthly' })
  const { id: other } = await merchant.call(createCoupon, { name: 'Gold', percentOff: 40, planIds: [gold.id] })
  await assert.rejects(create({ planId, couponId: other }), errorWith(409, 'coupon_not_redeemable'))
})

test('a limit of a payment is compared with what the first charge is after its discount, and holds for later ones', async (t) => {
  const { app, user, merchant, create, live, detail } = await savedFixture(t)
  const [business] = await app.runtime.database.read((tx) =>
    tx.select().from(merchants).where(eq(merchants.id, user.merchantId)),
  )
  const limit = (kobo: string) => runOperator(app, 'business', 'limits', business!.merchantCode, '--payment-kobo', kobo)
  await limit('300000')
  await assert.rejects(create(), errorWith(422, 'payment_limit_exceeded'))
  const coupon = await merchant.call(createCoupon, { name: 'Launch', percentOff: 50, charges: 1 })
  const created = await create({ couponId: coupon.id })
  assert.deepEqual([created.status, created.collectedKobo], ['active', 250_000])
  await live(32)
  const waiting = await detail(created.id)
  assert.deepEqual([waiting.charges, waiting.collectedKobo, waiting.events[0]!.kind], [1, 250_000, 'charge_put_off'])
  await limit('500000')
  await live(1)
  assert.equal((await detail(created.id)).collectedKobo, 750_000)
})

test('two requests at once subscribe a customer to a plan once', async (t) => {
  const { create, paid } = await savedFixture(t)
  const results = await Promise.allSettled(Array.from({ length: 4 }, () => create()))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
  assert.equal(await paid(), 1)
  await assert.rejects(create(), errorWith(409, 'already_subscribed'))
})

test('a subscription by hand starts after a trial, or on a day of which the payer is told before', async (t) => {
  const { app, payer, create, paid, live, liveToNextCharge, detail, plan, now } = await savedFixture(t)
  const trial = await create({ trialDays: 10 })
  assert.deepEqual([trial.status, trial.isTrial, await paid()], ['active', true, 0])

  const weekly = await plan({ name: 'Sewing club', interval: 'weekly' })
  const startsOn = addDays(lagosDay(new Date(await now())), 9)
  const later = await create({ planId: weekly.id, startsOn })
  assert.deepEqual(
    [later.status, later.isTrial, lagosDay(new Date(later.nextPaymentAt!))],
    ['pending', false, startsOn],
  )
  await app.drain()
  const page = await payer(getPayerSubscription, { accessCode: await findPayerCode(app, email) })
  assert.deepEqual([page.nextPaymentAt, page.canCancel, page.canChangeCard], [later.nextPaymentAt, true, true])
  await live(8)
  assert.equal(await paid(), 0)
  assert.ok((await mailsTo(app, email)).some(({ subject }) => /Your first payment/.test(subject)))
  await liveToNextCharge(later.id)
  assert.deepEqual([(await detail(later.id)).status, (await detail(later.id)).collectedKobo], ['active', 500_000])
  await liveToNextCharge(trial.id)
  assert.equal(await paid(), 2)
})

test('a declined first charge leaves the subscription past due, not charged twice', async (t) => {
  const { create, paid, live } = await savedFixture(t, testCards.failsLater)
  const { status, attention } = await create()
  assert.deepEqual([status, attention?.code, attention?.owedKobo], ['attention', 'insufficient_funds', 500_000])
  await live(7)
  assert.equal(await paid(), 0)
})

test('a card that its payer did not let be charged regularly starts no subscription, nor does another price, plan or payer', async (t) => {
  const { app, merchant, saved, create, paid, subscribe, plan, now } = await savedFixture(t)
  const day = addDays(lagosDay(new Date(await now())), 2)
  await assert.rejects(create({ startsOn: day, trialDays: 3 }), errorWith(422, 'validation_error'))
  await assert.rejects(create({ startsOn: addDays(day, -2) }), errorWith(422, 'validation_error'))
  await assert.rejects(create({ amountKobo: 400_000 }), errorWith(409, 'price_changed'))
  const stranger = app.as(await app.createUser('Bola')).call
  const theirPlan = await stranger(createPlan, {
    name: 'Box of the month',
    amountKobo: 500_000,
    interval: 'monthly',
  })
  await assert.rejects(create({ planId: theirPlan.id }), errorWith(404, 'plan_not_found'))
  const theirs = { savedCardId: saved.id, planId: theirPlan.id, amountKobo: 500_000 }
  await assert.rejects(stranger(createSubscription, theirs), errorWith(404, 'saved_card_not_found'))
  // The card of a subscription is not the merchant's to charge otherwise.
  await subscribe((await plan({ name: 'Other box' })).id)
  const all = await app.runtime.database.read((tx) => tx.select().from(savedCards))
  const ofSubscription = all.find(({ isReusable }) => !isReusable)!
  await assert.rejects(create({ savedCardId: ofSubscription.id }), errorWith(404, 'saved_card_not_found'))

  await app.runtime.database.write((tx) => tx.update(savedCards).set({ coversSubscriptions: false }))
  await assert.rejects(create(), errorWith(409, 'card_not_covered'))
  await app.runtime.database.write((tx) => tx.update(savedCards).set({ coversSubscriptions: true }))
  await merchant.call(blacklistCustomer, { id: saved.customerId, reason: 'Chargebacks' })
  await assert.rejects(create(), errorWith(422, 'payer_refused'))
  assert.equal(await paid(), 1, 'only the other box')
})

test('a removed card is taken from its subscriptions, and the payer is asked for another one if one is charged again', async (t) => {
  const { app, merchant, saved, create, detail, plan, liveToNextCharge, paid } = await savedFixture(t)
  const { id } = await create()
  const { id: endingId } = await create({ planId: (await plan({ name: 'Other box' })).id })
  await merchant.call(cancelSubscription, { id: endingId, when: 'period_end' })
  await merchant.call(deleteSavedCard, { id: saved.id })
  await app.drain()
  assert.deepEqual([(await detail(id)).card, (await detail(endingId)).card], [null, null])
  await assert.rejects(merchant.call(reactivateSubscription, { id: endingId }), errorWith(409, 'no_card'))
  const mails = (await mailsTo(app, email)).filter(({ text }) => /Your card is no longer charged/.test(text))
  assert.equal(mails.length, 1)
  await liveToNextCharge(id)
  assert.deepEqual([(await detail(id)).attention?.code, await paid()], ['no_card', 2])
})
