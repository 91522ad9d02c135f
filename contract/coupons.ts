import type * as schemas from './coupons-schemas.ts'
import type { CouponStatus } from './coupons-schemas.ts'
import { endpointsFor } from './endpoint.ts'
import { limits } from './limits.ts'
import { formatNaira } from './money.ts'
import { perInterval } from './plans.ts'
import type { Interval } from './plans-schemas.ts'

export const couponStatuses = ['active', 'archived'] as const

/** Allowed status transitions; all others are rejected. */
export const couponMoves: Record<CouponStatus, readonly CouponStatus[]> = { active: ['archived'], archived: [] }

/** What a coupon takes off a price: one of the two. */
export interface DiscountTerms {
  /** 1 to 100. */
  percentOff: number | null
  amountOffKobo: number | null
}

/**
 * Discount in kobo on the price of one period. A percentage is rounded half up to the kobo. The rest is nothing, or at least the smallest
 * charge: a discount that leaves less is reduced (decision 48).
 */
export function calculateDiscountKobo(priceKobo: number, { percentOff, amountOffKobo }: DiscountTerms): number {
  const off = percentOff === null ? (amountOffKobo ?? 0) : Math.round((priceKobo * percentOff) / 100)
  if (off >= priceKobo) return priceKobo
  return Math.max(0, Math.min(off, priceKobo - limits.chargeMinimumKobo))
}

/** "50% off" or "NGN 500.00 off". */
export const describeDiscount = ({ percentOff, amountOffKobo }: DiscountTerms): string =>
  `${percentOff === null ? formatNaira(amountOffKobo ?? 0) : `${percentOff}%`} off`

/** Number of months in an interval of several, and the word for one interval. */
const spans: Record<Interval, readonly [times: number, word: string]> = {
  hourly: [1, 'hour'],
  daily: [1, 'day'],
  weekly: [1, 'week'],
  monthly: [1, 'month'],
  quarterly: [1, 'quarter'],
  biannually: [6, 'month'],
  annually: [1, 'year'],
}

/** Time of a number of charges: "3 months", "1 week". */
export function spanOfCharges(interval: Interval, charges: number): string {
  const [times, word] = spans[interval]
  const count = charges * times
  return `${count} ${word}${count === 1 ? '' : 's'}`
}

/** A recurring price with its discount. `discountCharges`: number of reduced charges; null for every charge. */
export interface DiscountedPrice {
  amountKobo: number
  interval: Interval
  discountKobo: number
  discountCharges: number | null
  /** Number of charges until the subscription is complete. Null for no limit. */
  chargeLimit: number | null
}

/** "NGN 2,500.00 a month for 3 months, then NGN 5,000.00 a month". */
export function describePrice({ amountKobo, interval, discountKobo, discountCharges, chargeLimit }: DiscountedPrice) {
  const full = `${formatNaira(amountKobo)} ${perInterval[interval]}`
  if (discountKobo === 0 || discountCharges === 0) return full
  const reduced = `${formatNaira(amountKobo - discountKobo)} ${perInterval[interval]}`
  const isAlways = discountCharges === null || (chargeLimit !== null && chargeLimit <= discountCharges)
  return isAlways ? reduced : `${reduced} for ${spanOfCharges(interval, discountCharges)}, then ${full}`
}

const { get, post, create, del } = endpointsFor('core', 'merchant', 'payments', 'subscriptions')
export const listCoupons = get<typeof schemas.listCoupons>('coupons')
export const createCoupon = create<typeof schemas.createCoupon>('coupons', {
  errors: ['coupon_code_taken', 'plan_not_found'],
})
export const getCoupon = get<typeof schemas.getCoupon>('coupons/:id', { errors: ['coupon_not_found'] })
export const updateCoupon = post<typeof schemas.updateCoupon>('coupons/:id', { errors: ['coupon_not_found'] })
export const archiveCoupon = post<typeof schemas.archiveCoupon>('coupons/:id/archive', {
  errors: ['coupon_move_refused', 'coupon_not_found'],
})

const changeErrors = [
  'subscription_charging',
  'subscription_move_refused',
  'subscription_not_active',
  'subscription_not_found',
] as const
export const applyCoupon = post<typeof schemas.applyCoupon>('subscribe/:id/coupon', {
  errors: ['coupon_not_found', 'coupon_not_redeemable', 'discount_exists', ...changeErrors],
})
export const removeCoupon = del<typeof schemas.removeCoupon>('subscribe/:id/coupon', { errors: [...changeErrors] })
