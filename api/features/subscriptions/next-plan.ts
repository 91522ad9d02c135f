import type { Context } from '../../context.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { emitSubscription } from './emit.ts'
import {
  appendPlanChangedEvent,
  appendSubscriptionEvent,
  findPlanRecord,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { calculatePriceKobo } from './period-price.ts'

/** Applies a change of plan or quantity scheduled for the next period. With another interval, the periods are counted from here. */
export async function takeNextPlan(context: Context, subscription: SubscriptionRecord) {
  const { tx, now } = context
  const { merchantId, planId, nextPlanId, quantity: before } = subscription
  const quantity = subscription.nextQuantity ?? before
  const [old, plan] = [
    await findPlanRecord(tx, { merchantId, id: planId }),
    await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId }),
  ]
  if (plan.status === 'deleted' && plan.id !== old.id) {
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'plan_kept',
      `${plan.name} was deleted: it stays on ${old.name}`,
    )
    const discount = await findDiscountOnPlan(tx, subscription, old.id)
    return updateSubscriptionRecord(tx, subscription, { nextPlanId: null, nextQuantity: null, ...discount })
  }
  await appendPlanChangedEvent(tx, subscription, now, { plan: old, quantity: before }, { plan, quantity })
  const changed = await updateSubscriptionRecord(tx, subscription, {
    planId: plan.id,
    nextPlanId: null,
    quantity,
    nextQuantity: null,
    amountKobo: calculatePriceKobo(subscription, plan, quantity),
    ...(await findDiscountOnPlan(tx, subscription, plan.id)),
    ...(plan.id !== old.id && {
      chargeLimit: plan.chargeLimit === null ? null : subscription.charges + plan.chargeLimit,
    }),
    ...(plan.interval !== old.interval && { anchorAt: subscription.periodEndsAt, step: -1 }),
  })
  await emitSubscription(context, changed, 'subscription.updated')
  return changed
}
