import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { applyCoupon, createCoupon } from '@adire/contract/coupons.ts'
import { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { getPlan, getPriceEffect, updatePlan } from '@adire/contract/plans.ts'
import { getRecurringRevenue } from '@adire/contract/recurring-revenue.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { subscribeByAccount } from '@adire/contract/subscribing.ts'
import { updateSubscriptionAddOns } from '@adire/contract/subscription-actions.ts'
import type { AddOn } from '@adire/contract/subscription-fields-schemas.ts'
import {
  changeSubscriptionPlan,
  downloadSubscriptions,
  getSubscriptionTotals,
  listSubscriptions,
  pauseSubscription,
  previewPlanChange,
} from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { agreeToMandate, gtBankId, testAccounts } from '../../testing/mandates.ts'
import { findPayerCode, subscriptionFixture } from '../../testing/subscribing.ts'

const email = 'ada@example.com'
const storage: AddOn = { name: 'Extra storage', amountKobo: 50_000, quantity: 2 }
const support: AddOn = { name: 'Support', amountKobo: 200_000, quantity: 1 }

/** A subscriber to a plan of NGN 5,000.00 a month. */
async function addOnFixture(t: TestContext) {
  const fixture = await subscriptionFixture(t)
  const box = await fixture.plan()
  const { id } = await fixture.subscribe(box.id)
  const setAddOns = (addOns: AddOn[]) => fixture.merchant.call(updateSubscriptionAddOns, { id, addOns })
  return { ...fixture, id, box, setAddOns }
}

test('add-ons are charged with each period from the next one on, as announced, without proration', async (t) => {
  const { app, merchant, payer, id, box, setAddOns, invoices, detail, liveToNextCharge } = await addOnFixture(t)
  const both = await Promise.all([setAddOns([storage, support]), setAddOns([storage, support])])
  const changed = both[0]
  assert.deepEqual(changed.addOns, [storage, support])
  assert.deepEqual([changed.amountKobo, changed.nextChargeKobo, changed.collectedKobo], [500_000, 800_000, 500_000])
  const texts = (await detail(id)).events.filter(({ kind }) => kind === 'add_ons_changed').map(({ text }) => text)
  assert.equal(texts.length, 1, 'two identical requests change them once')
  assert.match(texts[0]!, /Extra storage × 2: NGN.1,000\.00, Support: NGN.2,000\.00/)
  await app.drain()
  const mail = (await mailsTo(app, email)).find(({ subject }) => /price of .* changes/.test(subject))!
  assert.match(mail.text, /you pay NGN.5,000\.00 a month and NGN.3,000\.00 for add-ons/)
  const accessCode = await findPayerCode(app, email)
  const page = await payer(getPayerSubscription, { accessCode })
  assert.deepEqual([page.addOns, page.nextPaymentKobo], [[storage, support], 800_000])
  assert.match(await (await fetch(`${app.url}/pay/subscription/${accessCode}`)).text(), /Extra storage × 2/)
  assert.equal((await merchant.call(getSubscriptionTotals, {})).monthlyValueKobo, 800_000)
  assert.equal((await merchant.call(getPlan, { id: box.id })).monthlyValueKobo, 800_000)
  const effect = await merchant.call(getPriceEffect, { id: box.id, amountKobo: 600_000 })
  assert.deepEqual([effect.monthlyNowKobo, effect.monthlyThenKobo], [800_000, 900_000])
  assert.match(await merchant.call(downloadSubscriptions, {}), /Add-ons[\s\S]*,3000\.00,/)

  await liveToNextCharge(id)
  const [second] = await invoices(id)
  assert.deepEqual([second!.amountKobo, second!.addOns, second!.dueKobo], [500_000, [storage, support], 800_000])
  await app.drain()
  const receipt = (await mailsTo(app, email)).findLast(({ text }) =>
    text.includes('NGN 8,000.00'.replace(' ', '\u00a0')),
  )!
  assert.match(receipt.text, /Extra storage × 2/)
  const revenue = async () => (await merchant.call(getRecurringRevenue, {})).months.at(-1)!.mrrKobo
  assert.equal(await revenue(), 800_000)

  // A prorated change of the quantity leaves the add-ons of the period as they are.
  await setAddOns([])
  const to = { id, planId: box.id, quantity: 2, when: 'now' as const }
  assert.equal((await merchant.call(previewPlanChange, to)).nextPaymentKobo, 1_000_000)
  const more = await merchant.call(changeSubscriptionPlan, to)
  assert.deepEqual([more.nextChargeKobo, (await invoices(id))[0]!.addOns], [1_000_000, []])
  assert.equal(await revenue(), 1_300_000)
  await liveToNextCharge(id)
  assert.deepEqual((await invoices(id))[0]!.dueKobo, 1_000_000)
  assert.equal(await revenue(), 1_000_000)
})

test('coupons do not reduce add-ons, and a declined charge owes them', async (t) => {
  const { merchant, id, setAddOns, invoices, detail } = await addOnFixture(t)
  const coupon = await merchant.call(createCoupon, { name: 'Free month', percentOff: 100, charges: 1 })
  await merchant.call(applyCoupon, { id, couponId: coupon.id })
  assert.equal((await setAddOns([support])).nextChargeKobo, 200_000)
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'no_funds' })
  assert.equal((await detail(id)).attention?.owedKobo, 200_000)
  await assert.rejects(setAddOns([]), errorWith(409, 'subscription_not_active'))
  await merchant.call(playOutcome, { kind: 'subscription', id, name: 'retry_paid' })
  const [period] = await invoices(id)
  assert.deepEqual([period!.amountKobo, period!.discountKobo, period!.dueKobo], [0, 500_000, 200_000])
  assert.equal((await detail(id)).nextChargeKobo, 700_000)
})

test('the billing interval cannot change while there are add-ons', async (t) => {
  const { merchant, plan, id, box, setAddOns } = await addOnFixture(t)
  const weekly = await plan({ name: 'Weekly box', interval: 'weekly', amountKobo: 150_000 })
  const change = { id, planId: weekly.id, when: 'next_period' as const }
  await setAddOns([storage])
  await assert.rejects(merchant.call(changeSubscriptionPlan, change), errorWith(409, 'add_ons_fix_interval'))
  await assert.rejects(merchant.call(previewPlanChange, change), errorWith(409, 'add_ons_fix_interval'))
  await setAddOns([])
  await merchant.call(changeSubscriptionPlan, change)
  await assert.rejects(setAddOns([storage]), errorWith(409, 'add_ons_fix_interval'))
  await merchant.call(changeSubscriptionPlan, { ...change, planId: box.id })
  assert.equal((await setAddOns([storage])).addOns.length, 1)
})

test('add-ons stay within the largest charge, are at most ten, and are of the own business', async (t) => {
  const { app, merchant, id, box, setAddOns } = await addOnFixture(t)
  const large = { name: 'Hall', amountKobo: 4_999_500_001, quantity: 1 }
  await assert.rejects(setAddOns([large]), errorWith(422, 'validation_error', 'addOns'))
  await setAddOns([{ ...large, amountKobo: 4_999_500_000 }])
  await assert.rejects(
    merchant.call(updatePlan, { id: box.id, name: 'Box', amountKobo: 500_001, applyTo: 'everyone' }),
    errorWith(422, 'validation_error', 'amountKobo'),
  )
  await assert.rejects(
    setAddOns(Array.from({ length: 11 }, () => storage)),
    errorWith(400, 'validation_error', 'addOns'),
  )
  for (const wrong of [{ name: '' }, { amountKobo: 9_999 }, { quantity: 0 }])
    await assert.rejects(setAddOns([{ ...storage, ...wrong }]), errorWith(400, 'validation_error'))
  const other = app.as(await app.createUser('ola'))
  await assert.rejects(
    other.call(updateSubscriptionAddOns, { id, addOns: [] }),
    errorWith(404, 'subscription_not_found'),
  )
  await merchant.call(pauseSubscription, { id })
  await assert.rejects(setAddOns([storage]), errorWith(409, 'subscription_not_active'))
})

test('add-ons of a subscription by direct debit stay within the mandate', async (t) => {
  const { app, merchant, payer, plan, linkTo, live } = await subscriptionFixture(t)
  const { id: planId } = await plan({ setupFeeKobo: 150_000 })
  const { slug } = await linkTo(planId)
  const request = { slug, email, name: 'Ada Obi', bankId: gtBankId, accountNumber: testAccounts.ok }
  const accessCode = (await payer(subscribeByAccount, request)).mandateUrl.split('/').at(-1)!
  await app.drain()
  await agreeToMandate(app, accessCode)
  await payer(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  await live(0.1)
  const [row] = (await merchant.call(listSubscriptions, { planId })).content
  const set = (addOns: AddOn[]) => merchant.call(updateSubscriptionAddOns, { id: row!.id, addOns })
  await assert.rejects(set([support]), errorWith(409, 'above_mandate'))
  assert.equal((await set([storage])).nextChargeKobo, 600_000)
  await live(32)
  const [next] = (await merchant.call(listSubscriptions, { planId })).content
  assert.equal(next!.status, 'active')
})
