import type { Tx } from '../../database/connect.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { findPlanRecord, type PlanRecord, type SubscriptionRecord } from './move.ts'
import { calculateDiscount, calculatePriceKobo, nextDueKobo } from './period-price.ts'

/** A subscription with the price, quantity and discount of the next period, and its plan then. `planId` is still the present plan. */
export interface NextTerms {
  plan: PlanRecord
  subscription: SubscriptionRecord
}

/** Terms from the next period on, if a change is planned. */
export async function findNextTerms(tx: Tx, subscription: SubscriptionRecord): Promise<NextTerms | undefined> {
  const { merchantId, planId, nextPlanId, nextQuantity, charges } = subscription
  if (!nextPlanId && !nextQuantity) return undefined
  const plan = await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId })
  if (plan.status === 'deleted') return undefined
  const quantity = nextQuantity ?? subscription.quantity
  const amountKobo = calculatePriceKobo(subscription, plan, quantity)
  const discount = await findDiscountOnPlan(tx, subscription, plan.id)
  const discountKobo = calculateDiscount(discount, amountKobo)
  const chargeLimit = plan.chargeLimit === null ? null : charges + plan.chargeLimit
  const limit = plan.id === planId ? {} : { chargeLimit }
  return { plan, subscription: { ...subscription, ...discount, ...limit, quantity, amountKobo, discountKobo } }
}

/** Amount in kobo of the charge for the next period: on the plan and with the quantity that it then has, after discount and credit. */
export const findNextChargeKobo = async (tx: Tx, subscription: SubscriptionRecord): Promise<number> =>
  nextDueKobo((await findNextTerms(tx, subscription))?.subscription ?? subscription)
