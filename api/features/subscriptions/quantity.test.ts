import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { payByCard, startPayment } from '@adire/contract/checkout.ts'
import { applyCoupon, createCoupon } from '@adire/contract/coupons.ts'
import { getPlan, getPriceEffect, updatePlan } from '@adire/contract/plans.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { changeSubscriptionPlan, previewPlanChange } from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const email = 'ada@example.com'

/** A subscriber with one seat of a weekly plan of NGN 7,000.00, after half of the first period. */
async function seatFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const { merchant, plan, subscribe, live } = fixture
  const team = await plan({ name: 'Team', interval: 'weekly', amountKobo: 700_000 })
  const { id } = await subscribe(team.id)
  await live(3.5)
  const change = (quantity: number, when: 'now' | 'next_period' = 'now', planId = team.id) =>
    merchant.call(changeSubscriptionPlan, { id, planId, quantity, when })
  return { ...fixture, id, team, change }
}

test('more seats cost their part of the period now, as previewed, and all seats are charged from the next period on', async (t) => {
  const { app, merchant, payer, id, team, change, live, invoices, detail } = await seatFixture(t)
  const to = { id, planId: team.id, quantity: 3, when: 'now' as const }
  const preview = await merchant.call(previewPlanChange, to)
  assert.deepEqual([preview.quantity, preview.amountKobo, preview.nextPaymentKobo], [3, 2_100_000, 2_100_000])
  assert.ok(Math.abs(preview.dueNowKobo - 700_000) < 1_000, String(preview.dueNowKobo))
  const { previewedAt, dueNowKobo } = preview
  const changed = await merchant.call(changeSubscriptionPlan, { ...to, previewedAt, dueNowKobo })
  assert.deepEqual([changed.quantity, changed.amountKobo, changed.nextChargeKobo], [3, 2_100_000, 2_100_000])
  assert.equal(changed.events.find(({ kind }) => kind === 'quantity_changed')?.text, 'The quantity changed from 1 to 3')
  const [paid] = await invoices(id)
  assert.deepEqual([paid!.kind, paid!.quantity, paid!.dueKobo], ['change', 3, dueNowKobo])
  await app.drain()
  assert.ok((await mailsTo(app, email)).some(({ text }) => /NGN.21,000\.00 a week for 3 units/.test(text)))
  assert.equal((await merchant.call(getPlan, { id: team.id })).monthlyValueKobo, Math.round((2_100_000 * 52) / 12))
  const page = await payer(getPayerSubscription, { accessCode: await findPayerCode(app, email) })
  assert.deepEqual([page.quantity, page.nextPaymentKobo], [3, 2_100_000])

  await assert.rejects(change(3), errorWith(409, 'same_plan'))
  const fewer = await change(1)
  assert.ok(fewer.creditKobo > 0 && fewer.amountKobo === 700_000, 'fewer seats leave a credit')
  await live(4)
  const [next] = await invoices(id)
  // The smallest charge is left, or nothing if the credit is the whole price.
  const usedKobo = fewer.creditKobo < 700_000 ? 690_000 : 700_000
  assert.deepEqual([next!.quantity, next!.amountKobo, next!.creditKobo], [1, 700_000, usedKobo])
  assert.equal((await detail(id)).charges, 2)
})

test('seats planned for the next period are charged then, and a new price applies to each of them', async (t) => {
  const { merchant, id, team, change, live, invoices, detail } = await seatFixture(t)
  const planned = await change(4, 'next_period')
  assert.deepEqual([planned.quantity, planned.nextPlan?.quantity, planned.nextPlan?.amountKobo], [1, 4, 2_800_000])
  assert.equal(planned.nextChargeKobo, 2_800_000)
  assert.equal((await change(1, 'next_period')).nextPlan, null, 'the present quantity cancels the plan')
  await change(2, 'next_period')
  const { id: couponId } = await merchant.call(createCoupon, { name: 'Half price', percentOff: 50 })
  await merchant.call(applyCoupon, { id, couponId })
  const effect = await merchant.call(getPriceEffect, { id: team.id, amountKobo: 1_000_000 })
  assert.equal(effect.monthlyThenKobo, Math.round((500_000 * 52) / 12))
  await merchant.call(updatePlan, { id: team.id, name: 'Team', amountKobo: 1_000_000, applyTo: 'everyone' })
  assert.equal((await detail(id)).nextChargeKobo, 1_000_000)
  await live(4)
  const [next] = await invoices(id)
  assert.deepEqual([next!.quantity, next!.amountKobo, next!.discountKobo], [2, 1_000_000, 1_000_000])
  const renewed = await detail(id)
  assert.deepEqual([renewed.quantity, renewed.nextPlan, renewed.amountKobo], [2, null, 2_000_000])
  await merchant.call(updatePlan, { id: team.id, name: 'Team', amountKobo: 900_000, applyTo: 'everyone' })
  const repriced = await detail(id)
  assert.deepEqual([repriced.amountKobo, repriced.discount?.amountKobo], [1_800_000, 900_000])
})

test('a subscriber keeps the price of a seat, another plan has its own, and no charge is above the largest', async (t) => {
  const { merchant, team, change, plan } = await seatFixture(t)
  await merchant.call(updatePlan, { id: team.id, name: 'Team', amountKobo: 5_000_000_000, applyTo: 'new' })
  assert.equal((await change(2)).amountKobo, 1_400_000)
  const gold = await plan({ name: 'Gold', interval: 'weekly', amountKobo: 900_000 })
  const moved = await change(5, 'now', gold.id)
  assert.deepEqual([moved.plan.name, moved.quantity, moved.amountKobo], ['Gold', 5, 4_500_000])
  const limit = errorWith(422, 'validation_error', 'quantity')
  await assert.rejects(change(2, 'now', team.id), limit)
  for (const quantity of [0, 1_001, 1.5])
    await assert.rejects(change(quantity), errorWith(400, 'validation_error', 'quantity'))
  await assert.rejects(
    merchant.call(updatePlan, { id: gold.id, name: 'Gold', amountKobo: 2_000_000_000, applyTo: 'everyone' }),
    errorWith(422, 'validation_error', 'amountKobo'),
  )
  assert.equal((await merchant.call(getPlan, { id: gold.id })).amountKobo, 900_000)
})

test('a subscription by hand has a quantity, and its confirmed price is that of all units', async (t) => {
  const { merchant, payer, plan } = await subscriptionFixture(t)
  const { authorizationUrl } = await merchant.call(initialiseCharge, { amountKobo: 10_000, email, saveCard: true })
  const started = { slug: authorizationUrl.split('/').at(-1)!, checkoutId: crypto.randomUUID(), email }
  const { accessCode } = await payer(startPayment, started)
  await payer(payByCard, { accessCode, ...testCards.good })
  const saved = (await merchant.call(listSavedCards, { email })).content[0]!
  const team = await plan()
  const input = { savedCardId: saved.id, planId: team.id, quantity: 3 }
  await assert.rejects(
    merchant.call(createSubscription, { ...input, amountKobo: 500_000 }),
    errorWith(409, 'price_changed'),
  )
  const created = await merchant.call(createSubscription, { ...input, amountKobo: 1_500_000 })
  assert.deepEqual([created.quantity, created.amountKobo, created.collectedKobo], [3, 1_500_000, 1_500_000])
  const trial = await plan({ name: 'Trial', trialDays: 7 })
  const free = await merchant.call(createSubscription, { ...input, planId: trial.id, amountKobo: 1_500_000 })
  assert.deepEqual([free.isTrial, free.nextChargeKobo, free.quantity], [true, 1_500_000, 3])
})
