import type { ModelCoupon, ModelPlan } from './model.ts'

/** The smallest charge. */
const leastKobo = 10_000

/**
 * Discount of a coupon on the price of a period, by decision 48 and not by the product's code: a percentage is rounded half up, and what is
 * left is nothing or at least the smallest charge.
 */
export function discountOn(
  { percentOff, amountOffKobo }: Pick<ModelCoupon, 'percentOff' | 'amountOffKobo'>,
  priceKobo: number,
): number {
  const off = amountOffKobo ?? Number((BigInt(priceKobo) * BigInt(percentOff!) * 2n + 100n) / 200n)
  const left = priceKobo - off
  if (left <= 0) return priceKobo
  return left < leastKobo ? Math.max(0, priceKobo - leastKobo) : off
}

/** Amount charged for a change of plan that costs so much more; less than the smallest charge is not charged. */
export const dueForChange = (kobo: number) => (kobo < leastKobo ? 0 : kobo)

export const fitsPlan = (coupon: Pick<ModelCoupon, 'planIds'>, planId: string) =>
  coupon.planIds === null || coupon.planIds.includes(planId)

/** Amount that checks a card and is refunded at once. */
const cardCheckKobo = 5_000

/** Amount of the charge at sign-up: nothing is due in a trial, or if a coupon takes the whole price and there is no setup fee. */
export function firstPriceKobo(plan: ModelPlan, coupon: ModelCoupon | undefined): number {
  if (plan.trialDays > 0) return cardCheckKobo
  const dueKobo = plan.amountKobo - (coupon ? discountOn(coupon, plan.amountKobo) : 0) + plan.setupFeeKobo
  return dueKobo === 0 ? cardCheckKobo : dueKobo
}
