import { listOutcomes, playOutcome } from '../../contract/simulator.ts'
import {
  cancelSubscription,
  changeSubscriptionPlan,
  getSubscription,
  listSubscriptionInvoices,
  listSubscriptions,
  pauseSubscription,
  previewPlanChange,
  resumeSubscription,
} from '../../contract/subscriptions.ts'
import type { PlanChangePreview, Subscription } from '../../contract/subscriptions-schemas.ts'
import {
  assertSame,
  assertThat,
  pickBusiness,
  type SimulationAction,
  type SimulationScene,
  takeFault,
} from '../action.ts'
import type { ModelBusiness, ModelPlan } from '../model.ts'
import { calculateUsedKobo } from '../money.ts'
import { discountOn, dueForChange, fitsPlan } from '../subscription-price.ts'
import { recordTrialChange } from './extras.ts'

export const continueSubscription: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { chance } = scene
  const caller = scene.as(business.user)
  const { content } = await caller.mustCall(listSubscriptions, {})
  if (content.length === 0) return 'no subscriptions'
  const { id } = chance.pick(content)
  const what = chance.weighted({ simulate: 6, cancel: 1, pause: 1, resume: 1 })
  if (what === 'simulate') {
    const { content: outcomes } = await caller.mustCall(listOutcomes, { kind: 'subscription', id })
    if (outcomes.length === 0) return 'nothing happens to it'
    const { name } = chance.pick(outcomes)
    const result = await caller.call(playOutcome, { kind: 'subscription', id, name }, takeFault(scene))
    return `${business.name}: subscription ${name}: ${result.response ? 'done' : result.error!.code}`
  }
  const endpoint = { cancel: cancelSubscription, pause: pauseSubscription, resume: resumeSubscription }[what]
  const result = await caller.call(endpoint, { id } as never, takeFault(scene))
  return `${business.name}: subscription ${what}: ${result.response ? 'done' : result.error!.code}`
}

/** Changes the plan now: unused time of the old plan is credited exactly to the kobo, and the charge must equal the preview. */
export const changePlan: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { mustCall, call } = scene.as(business.user)
  const { content } = await mustCall(listSubscriptions, { status: 'active' })
  if (content.length === 0) return 'no subscriptions'
  const { id, plan, addOns } = scene.chance.pick(content)
  const others = business.plans.filter((one) => one.id !== plan.id)
  if (others.length === 0) return 'no other plan'
  const to = scene.chance.pick(others)
  const { response: preview, error } = await call(previewPlanChange, { id, planId: to.id, when: 'now' })
  if (!preview && error!.code === 'add_ons_fix_interval')
    assertThat(
      'subscriptions',
      addOns.length > 0 && plan.interval !== to.interval,
      () => 'A change of plan was refused because of add-ons that hinder nothing',
    )
  if (!preview) return `${business.name}: change of plan: ${error!.code}`
  await checkPreview(scene, business, id, preview, to)
  const { previewedAt, dueNowKobo, creditLeftKobo } = preview
  const result = await call(
    changeSubscriptionPlan,
    { id, planId: to.id, when: 'now', previewedAt, dueNowKobo },
    takeFault(scene),
  )
  await recordTrialChange(scene, business, id, to.id)
  if (result.response) {
    assertSame('proration', 'What is left over after a change', result.response.creditKobo, creditLeftKobo)
    const { content: invoices } = await mustCall(listSubscriptionInvoices, { id })
    const change = invoices.find(({ kind }) => kind === 'change')
    if (change) assertSame('proration', 'What a change was charged', change.dueKobo, dueNowKobo)
  }
  return `${business.name}: change of plan: ${result.response?.status ?? result.error!.code}`
}

/** Changes the plan from the next period on. The answer may be lost, so the subscription is read. */
export const changePlanLater: SimulationAction = async (scene) => {
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const { mustCall, call } = scene.as(business.user)
  const { content } = await mustCall(listSubscriptions, { status: 'active' })
  if (content.length === 0 || business.plans.length === 0) return 'no subscriptions'
  const { id } = scene.chance.pick(content)
  const to = scene.chance.pick(business.plans)
  const input = { id, planId: to.id, when: 'next_period' } as const
  const { response, error } = await call(changeSubscriptionPlan, input, takeFault(scene))
  const { nextPlan } = await mustCall(getSubscription, { id })
  if (response) assertSame('subscriptions', 'The planned plan', nextPlan?.id ?? response.plan.id, to.id)
  if (response || nextPlan?.id === to.id) {
    const at = scene.environment.now().getTime()
    business.subscriptionChanges.push({ subscriptionId: id, at, kind: 'next plan', planId: to.id })
  }
  return `${business.name}: change of plan planned: ${response ? 'done' : error!.code}`
}

/** Independent calculation of the cost of the first plan change in a period, and of the charge after it. */
async function checkPreview(
  scene: SimulationScene,
  business: ModelBusiness,
  id: string,
  preview: PlanChangePreview,
  to: ModelPlan,
): Promise<void> {
  const { mustCall } = scene.as(business.user)
  const subscription = await mustCall(getSubscription, { id })
  const { content: invoices } = await mustCall(listSubscriptionInvoices, { id })
  // What went back to the payer is checked with the history of the subscription.
  const isReturned = subscription.events.some(({ kind }) => kind === 'refunded')
  const isChanged = invoices.some(({ kind }) => kind === 'change')
  if (subscription.isTrial || isChanged || isReturned || !subscription.currentPeriod) return
  const [startsAt, endsAt, at] = [
    subscription.currentPeriod.startsAt,
    subscription.currentPeriod.endsAt,
    preview.previewedAt,
  ].map(Date.parse)
  const periodMs = endsAt! - startsAt!
  const goneMs = Math.min(Math.max(at! - startsAt!, 0), periodMs)
  const paidKobo = invoices.find(({ kind }) => kind === 'period')!.amountKobo
  const unused = paidKobo - calculateUsedKobo(paidKobo, goneMs, periodMs)
  const isSame = subscription.plan.interval === to.interval
  const [fullKobo, laterKobo] = pricesAfter(business, subscription, to, isSame)
  const fresh = isSame ? fullKobo - calculateUsedKobo(fullKobo, goneMs, periodMs) : fullKobo
  assertSame('proration', 'What of a period is not used up', preview.unusedKobo, unused)
  assertSame('proration', 'What the rest of the period costs', preview.newPeriodKobo, fresh)
  assertSame(
    'proration',
    'What is due for a change',
    preview.dueNowKobo,
    dueForChange(fresh - unused - preview.creditKobo),
  )
  const extraKobo = subscription.addOns.reduce((sum, { amountKobo, quantity }) => sum + amountKobo * quantity, 0)
  const totalKobo = laterKobo + extraKobo
  const nextKobo = totalKobo - discountOn({ percentOff: null, amountOffKobo: preview.creditLeftKobo }, totalKobo)
  assertSame('proration', 'What is charged after a change', preview.nextPaymentKobo, nextKobo)
}

/** Prices of the new plan with the coupon, if it is for that plan: of the present period, and of the one after it. */
function pricesAfter(business: ModelBusiness, { coupon, discount }: Subscription, to: ModelPlan, isSame: boolean) {
  const terms = discount && business.coupons.find(({ id }) => id === coupon?.id)
  if (!terms || !fitsPlan(terms, to.id)) return [to.amountKobo, to.amountKobo] as const
  const reducedKobo = to.amountKobo - discountOn(terms, to.amountKobo)
  // A new period uses one of the reduced charges.
  const isLast = !isSame && discount.chargesLeft === 1
  return [reducedKobo, isLast ? to.amountKobo : reducedKobo] as const
}
