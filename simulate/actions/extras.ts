import { applyCoupon, createCoupon, removeCoupon } from '../../contract/coupons.ts'
import { updateSubscriptionAddOns } from '../../contract/subscription-actions.ts'
import { getSubscription, listSubscriptions } from '../../contract/subscriptions.ts'
import { assertThat, pickBusiness, type SimulationAction, type SimulationScene, takeFault } from '../action.ts'
import type { ModelBusiness } from '../model.ts'
import { sideBySide } from '../side-by-side.ts'
import { fitsPlan } from '../subscription-price.ts'

export const openCoupon: SimulationAction = async (scene) => {
  const { chance } = scene
  const business = pickBusiness(scene)
  if (!business) return 'nobody'
  const number = business.coupons.length + 1
  const percentOff = chance.is(0.6) ? chance.pick([100, 33, 50, 7]) : null
  const amountOffKobo = percentOff === null ? chance.pick([12_345, 145_000, 900_000]) : null
  const charges = chance.pick([1, 2, null])
  const redemptionLimit = chance.is(0.4) ? chance.pick([1, 2]) : null
  const planIds = chance.is(0.3) && business.plans.length > 0 ? [chance.pick(business.plans).id] : null
  const hasCode = chance.is(0.7)
  const input = {
    name: `Coupon ${number}`,
    charges,
    ...(percentOff === null ? { amountOffKobo: amountOffKobo! } : { percentOff }),
    ...(redemptionLimit && { redemptionLimit }),
    ...(planIds && { planIds }),
    ...(hasCode && { code: `CODE${number}` }),
  }
  const { id } = await scene.as(business.user).mustCall(createCoupon, input, takeFault(scene))
  business.coupons.push({ id, percentOff, amountOffKobo, charges, redemptionLimit, planIds, hasCode })
  const off = percentOff === null ? amountOffKobo : `${percentOff}%`
  return `${business.name}: coupon of ${off}, ${charges ?? 'all'} charges, limit ${redemptionLimit}, ${planIds ? 'one plan' : 'every plan'}`
}

/** A random coupon that a payer may choose on the page of a plan; none in half of the cases. */
export function chooseCoupon({ chance }: SimulationScene, { coupons }: ModelBusiness, planId: string | null) {
  if (planId === null) return undefined
  const usable = coupons.filter((coupon) => coupon.hasCode && fitsPlan(coupon, planId))
  return usable.length > 0 && chance.is(0.5) ? chance.pick(usable) : undefined
}

async function pickSubscription(scene: SimulationScene) {
  const business = pickBusiness(scene)
  if (!business) return undefined
  const { content } = await scene.as(business.user).mustCall(listSubscriptions, {})
  return content.length > 0 ? { business, subscription: scene.chance.pick(content) } : undefined
}

const now = ({ environment }: SimulationScene) => environment.now().getTime()

/** Replaces the add-ons of a subscription; sometimes by two identical requests at once. */
export const changeAddOns: SimulationAction = async (scene) => {
  const found = await pickSubscription(scene)
  if (!found) return 'no subscriptions'
  const { business, subscription } = found
  const { chance } = scene
  const caller = scene.as(business.user)
  const { id } = subscription
  const addOns = Array.from({ length: chance.below(3) }, (_, index) => ({
    name: `Extra ${index + 1}`,
    amountKobo: chance.pick([10_000, 33_333, 250_000]),
    quantity: chance.pick([1, 1, 3]),
  }))
  const input = { id, addOns }
  const isTwice = chance.is(0.3)
  if (isTwice) {
    const request = (taskId: string) => caller.once(taskId, updateSubscriptionAddOns, input)
    await sideBySide(scene, [request, request])
  }
  const { response, error } = await caller.call(updateSubscriptionAddOns, input, takeFault(scene))
  if (response) {
    business.subscriptionChanges.push({ subscriptionId: id, at: now(scene), kind: 'add-ons', addOns })
    const changes = response.events.filter(
      ({ kind, at }) => kind === 'add_ons_changed' && now(scene) - Date.parse(at) < 1,
    )
    assertThat('exactly once', changes.length <= 1, () => `A change of add-ons was made ${changes.length} times`)
  }
  return `${business.name}: ${addOns.length} add-ons${isTwice ? ' twice at once' : ''}: ${response ? 'done' : error!.code}`
}

/** Applies a coupon to a subscription, or removes the one that it has. */
export const changeCoupon: SimulationAction = async (scene) => {
  const found = await pickSubscription(scene)
  if (!found) return 'no subscriptions'
  const { business, subscription } = found
  const { chance } = scene
  const { id: subscriptionId } = subscription
  const caller = scene.as(business.user)
  if (business.coupons.length === 0 || chance.is(0.3)) {
    const { response, error } = await caller.call(removeCoupon, { id: subscriptionId }, takeFault(scene))
    if (response) business.subscriptionChanges.push({ subscriptionId, at: now(scene), kind: 'no coupon' })
    return `${business.name}: coupon removed: ${response ? 'done' : error!.code}`
  }
  const coupon = chance.pick(business.coupons)
  const { nextPlan } = await caller.mustCall(getSubscription, { id: subscriptionId })
  const input = { id: subscriptionId, couponId: coupon.id }
  const { response, error } = await caller.call(applyCoupon, input, takeFault(scene))
  if (response) {
    assertThat(
      'subscriptions',
      fitsPlan(coupon, nextPlan?.id ?? subscription.plan.id),
      () => 'A coupon was applied to a plan that it is not for',
    )
    business.subscriptionChanges.push({ subscriptionId, at: now(scene), kind: 'coupon', couponId: coupon.id })
  }
  return `${business.name}: coupon applied: ${response ? 'done' : error!.code}`
}

/** Records a change of plan in a trial, for which there is no invoice. Its answer may be lost, so the subscription is read. */
export async function recordTrialChange(
  scene: SimulationScene,
  business: ModelBusiness,
  subscriptionId: string,
  planId: string,
) {
  const { isTrial, plan } = await scene.as(business.user).mustCall(getSubscription, { id: subscriptionId })
  if (isTrial && plan.id === planId)
    business.subscriptionChanges.push({ subscriptionId, at: now(scene), kind: 'plan in trial', planId })
}
