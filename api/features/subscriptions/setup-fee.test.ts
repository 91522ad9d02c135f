import assert from 'node:assert/strict'
import { test } from 'node:test'
import { initialiseCharge } from '@adire/contract/charges.ts'
import { startPayment } from '@adire/contract/checkout.ts'
import { createCoupon } from '@adire/contract/coupons.ts'
import { getMandate, listMandates } from '@adire/contract/direct-debit.ts'
import { simulateMandateTransfer } from '@adire/contract/mandate-page.ts'
import { getPayment, listPayments } from '@adire/contract/payments.ts'
import { getPlan, updatePlan } from '@adire/contract/plans.ts'
import { listSavedCards } from '@adire/contract/saved-cards.ts'
import { playOutcome } from '@adire/contract/simulator.ts'
import { getPayerSubscription } from '@adire/contract/subscriber.ts'
import { checkCoupon, subscribeByAccount } from '@adire/contract/subscribing.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import {
  changeSubscriptionPlan,
  downloadSubscriptions,
  getSubscriptionTotals,
  listSubscriptions,
  previewPlanChange,
} from '@adire/contract/subscriptions.ts'
import { errorWith } from '../../testing/error-with.ts'
import { mailsTo } from '../../testing/mails.ts'
import { agreeToMandate, gtBankId, testAccounts } from '../../testing/mandates.ts'
import { findPayerCode, subscriptionFixture, testCards } from '../../testing/subscribing.ts'

const email = 'ada@example.com'
const setupFeeKobo = 200_000
const agreedFee = /A setup fee of NGN.2,000\.00 is added to the first charge\./
const mailedFee = /The first payment includes a setup fee of NGN.2,000\.00\./

test('a payer by card pays the setup fee once, with the first period, and it is not recurring revenue', async (t) => {
  const { app, merchant, payer, plan, linkTo, pay, detail, invoices, liveToNextCharge } = await subscriptionFixture(t)
  const { id: planId } = await plan({ setupFeeKobo })
  const { slug } = await linkTo(planId)
  const started = await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  assert.equal(started.amountKobo, 700_000)
  // A fee that changes meanwhile is for later payers.
  await merchant.call(updatePlan, { id: planId, name: 'Box', amountKobo: 500_000, setupFeeKobo: 900_000 })
  await pay(started.accessCode)
  const [row] = (await merchant.call(listSubscriptions, { planId })).content
  const { id, consentText, ...subscription } = await detail(row!.id)
  assert.deepEqual(
    [subscription.amountKobo, subscription.setupFeeKobo, subscription.collectedKobo, subscription.nextChargeKobo],
    [500_000, setupFeeKobo, 700_000, 500_000],
  )
  assert.match(String(consentText), agreedFee)
  const [first] = await invoices(id)
  assert.deepEqual([first!.amountKobo, first!.setupFeeKobo, first!.dueKobo], [500_000, setupFeeKobo, 700_000])
  const [payment] = (await merchant.call(listPayments, { subscriptionId: id })).content
  const paid = await merchant.call(getPayment, { id: payment!.id })
  assert.deepEqual([paid.amountKobo, paid.subscription?.setupFeeKobo], [700_000, setupFeeKobo])
  assert.equal((await merchant.call(getSubscriptionTotals, { planId })).monthlyValueKobo, 500_000)
  assert.equal((await merchant.call(getPlan, { id: planId })).monthlyValueKobo, 500_000)
  await app.drain()
  const mails = await mailsTo(app, email)
  assert.ok(mails.some(({ subject, text }) => /You subscribed/.test(subject) && mailedFee.test(text)))
  assert.ok(
    mails.some(({ text }) => /Setup fee[\s:]+NGN.2,000\.00/.test(text)),
    'the receipt names the fee',
  )
  assert.match(await merchant.call(downloadSubscriptions, {}), /Setup fee[\s\S]*,2000\.00,/)
  await liveToNextCharge(id)
  const [second] = await invoices(id)
  assert.deepEqual([second!.number, second!.setupFeeKobo, second!.dueKobo], [2, 0, 500_000])
})

test('after a trial the setup fee is charged with the first period, announced before, also on another plan', async (t) => {
  const { app, merchant, payer, plan, subscribe, detail, invoices, liveToNextCharge } = await subscriptionFixture(t)
  const { id: planId } = await plan({ setupFeeKobo, trialDays: 10 })
  const other = await plan({ name: 'Large box', amountKobo: 800_000, setupFeeKobo: 450_000 })
  const { id } = await subscribe(planId)
  const inTrial = await detail(id)
  assert.deepEqual([inTrial.collectedKobo, inTrial.setupFeeKobo, inTrial.nextChargeKobo], [0, setupFeeKobo, 700_000])
  assert.match(String(inTrial.consentText), agreedFee)
  await app.drain()
  const accessCode = await findPayerCode(app, email)
  const page = await payer(getPayerSubscription, { accessCode })
  assert.deepEqual([page.setupFeeKobo, page.nextPaymentKobo], [setupFeeKobo, 700_000])
  assert.match(await (await fetch(`${app.url}/pay/subscription/${accessCode}`)).text(), /Setup fee/)

  const change = { id, planId: other.id, when: 'now' as const }
  const preview = await merchant.call(previewPlanChange, change)
  assert.deepEqual([preview.dueNowKobo, preview.nextPaymentKobo], [0, 1_000_000])
  const changed = await merchant.call(changeSubscriptionPlan, change)
  assert.deepEqual([changed.setupFeeKobo, changed.nextChargeKobo], [setupFeeKobo, 1_000_000])
  await liveToNextCharge(id)
  const [first] = await invoices(id)
  assert.deepEqual([first!.amountKobo, first!.setupFeeKobo, first!.dueKobo], [800_000, setupFeeKobo, 1_000_000])
  const notice = (await mailsTo(app, email)).find(({ subject }) => /trial of .* ends/.test(subject))!
  assert.match(notice.text, /NGN.10,000\.00 for Large box/)
  assert.match(notice.text, mailedFee)
  assert.equal((await payer(getPayerSubscription, { accessCode })).setupFeeKobo, 0)

  const back = await merchant.call(previewPlanChange, { id, planId, when: 'next_period' })
  assert.equal(back.nextPaymentKobo, 500_000, 'a later change charges no fee')
})

test('coupons do not reduce the setup fee', async (t) => {
  const { merchant, payer, plan, linkTo, pay, detail, invoices } = await subscriptionFixture(t)
  const { id: planId } = await plan({ setupFeeKobo })
  const { slug } = await linkTo(planId)
  await merchant.call(createCoupon, { name: 'Half', code: 'HALF', percentOff: 50 })
  await merchant.call(createCoupon, { name: 'Free', code: 'FREE', percentOff: 100, charges: 1 })
  const half = await payer(checkCoupon, { slug, code: 'half' })
  assert.deepEqual([half.amountKobo, half.plan?.discountKobo, half.plan?.isCardCheck], [450_000, 250_000, false])
  const free = await payer(checkCoupon, { slug, code: 'free' })
  assert.deepEqual([free.amountKobo, free.plan?.isCardCheck], [setupFeeKobo, false])
  const started = await payer(startPayment, {
    slug,
    checkoutId: crypto.randomUUID(),
    email,
    couponId: free.coupon!.id,
  })
  await pay(started.accessCode)
  const [row] = (await merchant.call(listSubscriptions, { planId })).content
  const subscription = await detail(row!.id)
  assert.deepEqual(
    [subscription.amountKobo, subscription.collectedKobo, subscription.isTrial, subscription.nextChargeKobo],
    [500_000, setupFeeKobo, false, 500_000],
  )
  const [first] = await invoices(row!.id)
  assert.deepEqual([first!.amountKobo, first!.discountKobo, first!.dueKobo], [0, 500_000, setupFeeKobo])
})

test('a mandate allows the price and the setup fee, which are debited together first', async (t) => {
  const { app, merchant, payer, plan, linkTo, live, invoices, detail } = await subscriptionFixture(t)
  const { id: planId } = await plan({ setupFeeKobo })
  const { slug } = await linkTo(planId)
  assert.match(await (await fetch(`${app.url}/pay/page/${slug}/account`)).text(), /Setup fee/)
  const request = { slug, email, name: 'Ada Obi', bankId: gtBankId, accountNumber: testAccounts.ok }
  const accessCode = (await payer(subscribeByAccount, request)).mandateUrl.split('/').at(-1)!
  const [mandate] = (await merchant.call(listMandates, {})).content
  const { limitKobo } = await merchant.call(getMandate, { id: mandate!.id })
  assert.equal(limitKobo, 700_000)
  const [row] = (await merchant.call(listSubscriptions, { planId })).content
  await app.drain()
  await agreeToMandate(app, accessCode)
  await payer(simulateMandateTransfer, { accessCode, outcome: 'exact' })
  await live(0.1)
  const started = await detail(row!.id)
  assert.deepEqual([started.status, started.collectedKobo], ['active', 700_000])
  await live(32)
  assert.deepEqual(
    (await invoices(row!.id)).map(({ dueKobo, status }) => [dueKobo, status]),
    [
      [500_000, 'success'],
      [700_000, 'success'],
    ],
  )
})

test('a business that adds a subscription confirms the setup fee, which a declined first charge keeps owing', async (t) => {
  const { merchant, payer, plan, pay, detail, invoices } = await subscriptionFixture(t)
  const { authorizationUrl } = await merchant.call(initialiseCharge, { amountKobo: 10_000, email, saveCard: true })
  const slug = authorizationUrl.split('/').at(-1)!
  const { accessCode } = await payer(startPayment, { slug, checkoutId: crypto.randomUUID(), email })
  await pay(accessCode, testCards.failsLater)
  const [card] = (await merchant.call(listSavedCards, { email })).content
  const { id: planId } = await plan({ setupFeeKobo })
  const terms = { savedCardId: card!.id, planId, amountKobo: 1_500_000, quantity: 3 }
  await assert.rejects(merchant.call(createSubscription, terms), errorWith(409, 'price_changed'))
  const created = await merchant.call(createSubscription, { ...terms, setupFeeKobo })
  assert.deepEqual([created.status, created.attention?.owedKobo], ['attention', 1_700_000])
  await merchant.call(playOutcome, { kind: 'subscription', id: created.id, name: 'retry_paid' })
  assert.equal((await detail(created.id)).collectedKobo, 1_700_000)
  assert.deepEqual(
    (await invoices(created.id)).map(({ setupFeeKobo: fee, amountKobo }) => [fee, amountKobo]),
    [[setupFeeKobo, 1_500_000]],
  )
})

test('a setup fee is nothing or a charge, together with the price at most the largest, and can be removed', async (t) => {
  const { merchant, plan } = await subscriptionFixture(t)
  await assert.rejects(plan({ setupFeeKobo: 9_999 }), errorWith(400, 'validation_error', 'setupFeeKobo'))
  await assert.rejects(plan({ setupFeeKobo: -1 }), errorWith(400, 'validation_error', 'setupFeeKobo'))
  const largest = { amountKobo: 3_000_000_000, setupFeeKobo: 2_000_000_001 }
  await assert.rejects(plan(largest), errorWith(422, 'validation_error', 'setupFeeKobo'))
  const { id, ...made } = await plan({ setupFeeKobo })
  assert.equal(made.setupFeeKobo, setupFeeKobo)
  const change = (given: object) => merchant.call(updatePlan, { id, name: 'Box', amountKobo: 600_000, ...given })
  assert.equal((await change({})).setupFeeKobo, setupFeeKobo)
  await assert.rejects(change({ amountKobo: 4_999_900_000 }), errorWith(422, 'validation_error', 'setupFeeKobo'))
  assert.equal((await change({ setupFeeKobo: null })).setupFeeKobo, 0)
})
