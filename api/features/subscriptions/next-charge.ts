import type { Tx } from '../../database/connect.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { findPlanRecord, type SubscriptionRecord } from './move.ts'
import { calculateDiscount, calculatePriceKobo, nextDueKobo } from './period-price.ts'

/** Amount in kobo of the charge for the next period: on the plan and with the quantity that it then has, after discount and credit. */
export async function findNextChargeKobo(tx: Tx, subscription: SubscriptionRecord): Promise<number> {
  const { merchantId, planId, nextPlanId, nextQuantity, quantity } = subscription
  if (!nextPlanId && !nextQuantity) return nextDueKobo(subscription)
  const plan = await findPlanRecord(tx, { merchantId, id: nextPlanId ?? planId })
  if (plan.status === 'deleted') return nextDueKobo(subscription)
  const amountKobo = calculatePriceKobo(subscription, plan, nextQuantity ?? quantity)
  const discountKobo = calculateDiscount(await findDiscountOnPlan(tx, subscription, plan.id), amountKobo)
  return nextDueKobo({ ...subscription, amountKobo, discountKobo })
}
