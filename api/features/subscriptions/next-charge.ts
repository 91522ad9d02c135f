import type { Tx } from '../../database/connect.ts'
import { findDiscountOnPlan } from './coupon.ts'
import { findPlanRecord, type SubscriptionRecord } from './move.ts'
import { calculateDiscount, nextDueKobo } from './period-price.ts'

/** Amount in kobo of the charge for the next period: on the plan that it then has, after discount and credit. */
export async function findNextChargeKobo(tx: Tx, subscription: SubscriptionRecord): Promise<number> {
  const { merchantId, nextPlanId } = subscription
  const plan = nextPlanId ? await findPlanRecord(tx, { merchantId, id: nextPlanId }) : undefined
  if (!plan || plan.status === 'deleted') return nextDueKobo(subscription)
  const { amountKobo } = plan
  const discountKobo = calculateDiscount(await findDiscountOnPlan(tx, subscription, plan.id), amountKobo)
  return nextDueKobo({ ...subscription, amountKobo, discountKobo })
}
