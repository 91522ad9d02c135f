import { addIntervals } from './calendar.ts'
import type { PlanRecord, SubscriptionRecord } from './move.ts'
import { calculateDiscount, usableCreditKobo } from './period-price.ts'
import { dueSetupFeeKobo } from './setup-fee.ts'

/** Times and amounts in kobo of the period after the current one. */
export function calculateNextPeriod(subscription: SubscriptionRecord, { interval }: PlanRecord) {
  const { anchorAt, step, amountKobo: priceKobo } = subscription
  const discountKobo = calculateDiscount(subscription, priceKobo)
  const amountKobo = priceKobo - discountKobo
  const setupFeeKobo = dueSetupFeeKobo(subscription)
  const { addOns, addOnsKobo } = subscription
  const totalKobo = amountKobo + addOnsKobo + setupFeeKobo
  const creditKobo = usableCreditKobo(subscription.creditKobo, totalKobo)
  return {
    startsAt: addIntervals(anchorAt, interval, step + 1),
    endsAt: addIntervals(anchorAt, interval, step + 2),
    priceKobo,
    discountKobo,
    amountKobo,
    addOns,
    addOnsKobo,
    setupFeeKobo,
    creditKobo,
    dueKobo: totalKobo - creditKobo,
  }
}
