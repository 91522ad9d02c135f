import { calculateDiscountKobo, type DiscountTerms, describePrice } from '@adire/contract/coupons.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import type { SubscriptionRecord } from './move.ts'
import { dueSetupFeeKobo } from './setup-fee.ts'

/** A subscription's coupon with its terms, or none. */
export type Discount = Pick<SubscriptionRecord, 'couponId' | 'percentOff' | 'amountOffKobo' | 'discountChargesLeft'>

export const noDiscount: Discount = {
  couponId: null,
  percentOff: null,
  amountOffKobo: null,
  discountChargesLeft: null,
}

/** Whether the next charge is reduced. */
export const isDiscounted = ({ couponId, discountChargesLeft }: Discount): boolean =>
  couponId !== null && discountChargesLeft !== 0

/** Discount in kobo on a period of this price: the one place that decides what a period costs. */
export const calculateDiscount = (discount: Discount, priceKobo: number): number =>
  isDiscounted(discount) ? calculateDiscountKobo(priceKobo, discount) : 0

/** The number of reduced charges after one more; a new period uses one, however often it is attempted. */
export const chargesLeftAfterOne = ({ discountChargesLeft: left }: Pick<Discount, 'discountChargesLeft'>) =>
  left === null ? null : Math.max(0, left - 1)

/** Change of the discount by one more charge. One at the full price forgets the terms: then the discount ended with an earlier period. */
export const discountAfterOne = (discount: Discount): Partial<Discount> => ({
  discountChargesLeft: chargesLeftAfterOne(discount),
  ...(!isDiscounted(discount) && { percentOff: null, amountOffKobo: null }),
})

/** Part in kobo of a credit that pays for a period. What is left to charge is nothing, or at least the smallest charge. */
export const usableCreditKobo = (creditKobo: number, totalKobo: number): number =>
  calculateDiscountKobo(totalKobo, { percentOff: null, amountOffKobo: creditKobo })

/** Amount in kobo that the next period is charged: price less discount, with add-ons and setup fee, less credit. */
export const nextDueKobo = (
  subscription: Pick<
    SubscriptionRecord,
    'amountKobo' | 'discountKobo' | 'addOnsKobo' | 'creditKobo' | 'setupFeeKobo' | 'charges'
  >,
): number => {
  const { amountKobo, discountKobo, addOnsKobo, creditKobo } = subscription
  const totalKobo = amountKobo - discountKobo + addOnsKobo + dueSetupFeeKobo(subscription)
  return totalKobo - usableCreditKobo(creditKobo, totalKobo)
}

/** Price of a period for a number of units. On its present plan a subscriber keeps the price of a unit, on another the plan's applies. */
export const calculatePriceKobo = (
  { planId, amountKobo, quantity: before }: Pick<SubscriptionRecord, 'planId' | 'amountKobo' | 'quantity'>,
  plan: { id: string; amountKobo: number },
  quantity: number,
): number => (plan.id === planId ? amountKobo / before : plan.amountKobo) * quantity

type Priced = Discount & Pick<SubscriptionRecord, 'amountKobo' | 'charges' | 'chargeLimit'>

/** Price of the coming periods: "NGN 2,500.00 a month for 3 months, then NGN 5,000.00 a month". */
export const describeNextPrice = (subscription: Priced, interval: Interval): string =>
  describePrice({
    amountKobo: subscription.amountKobo,
    interval,
    discountKobo: calculateDiscount(subscription, subscription.amountKobo),
    discountCharges: subscription.discountChargesLeft,
    chargeLimit: subscription.chargeLimit === null ? null : subscription.chargeLimit - subscription.charges,
  })

/** Price as agreed at the start, when at most the first period has been charged. */
export const describeAgreedPrice = (subscription: Priced, interval: Interval): string =>
  describeNextPrice({ ...subscription, ...agreedDiscount(subscription), charges: 0 }, interval)

const agreedDiscount = ({ discountChargesLeft: left, charges }: Priced) =>
  left === null ? {} : { discountChargesLeft: left + charges }

/** Terms of a coupon for a subscription that has used none of its charges. */
export const toDiscount = (coupon: DiscountTerms & { id: string; charges: number | null }): Discount => ({
  couponId: coupon.id,
  percentOff: coupon.percentOff,
  amountOffKobo: coupon.amountOffKobo,
  discountChargesLeft: coupon.charges,
})

/** Largest amount in kobo of the next charge at a price: without discount and credit. */
export const maxNextChargeKobo = (
  subscription: Pick<SubscriptionRecord, 'addOnsKobo' | 'setupFeeKobo' | 'charges'>,
  priceKobo: number,
): number => priceKobo + subscription.addOnsKobo + dueSetupFeeKobo(subscription)

/** Units and add-ons after a price, for emails: " for 3 units", " and NGN 1,000.00 for add-ons". */
export const describeExtras = ({
  quantity,
  addOnsKobo,
}: Pick<SubscriptionRecord, 'quantity' | 'addOnsKobo'>): string => {
  const units = quantity === 1 ? '' : ` for ${quantity} units`
  return addOnsKobo === 0 ? units : `${units} and ${formatNaira(addOnsKobo)} for add-ons`
}
