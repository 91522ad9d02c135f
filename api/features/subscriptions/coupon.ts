import { couponMoves } from '@adire/contract/coupons.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { formatDay, lagosDay } from '../../lagos.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import type { ObjectKey } from '../lifecycle/timeline.ts'
import { appendSubscriptionEvent, type SubscriptionRecord } from './move.ts'
import { type Discount, noDiscount } from './period-price.ts'
import { coupons } from './tables.ts'

export type CouponRecord = typeof coupons.$inferSelect

const lifecycle = defineLifecycle(coupons, { name: 'coupon', moves: couponMoves, topic: 'payments' })
export const findCoupon = lifecycle.find
export const findCouponIfPresent = lifecycle.findIfPresent
/** Redemptions, archiving and other changes of the coupon run one after the other. */
export const lockCoupon = lifecycle.lock
export const updateCouponRecord = lifecycle.update
export const announceCoupons = lifecycle.announce

/** An active coupon by the code that a payer typed. */
export async function findCouponByCode(tx: Tx, merchantId: string, code: string): Promise<CouponRecord | undefined> {
  const [coupon] = await tx
    .select()
    .from(coupons)
    .where(and(eq(coupons.merchantId, merchantId), eq(coupons.code, code), eq(coupons.status, 'active')))
  return coupon
}

/** Why a coupon cannot be redeemed for a plan now, as a sentence; undefined if it can. */
export function findCouponObstacle(coupon: CouponRecord, planId: string, now: Date): string | undefined {
  const { status, endsOn, redemptionLimit, redemptions, planIds } = coupon
  if (status !== 'active') return 'This coupon is archived'
  if (endsOn && lagosDay(now) > endsOn) return `This coupon could be used until ${formatDay(endsOn)}`
  if (redemptionLimit !== null && redemptions >= redemptionLimit) return 'This coupon is used up'
  return planIds && !planIds.includes(planId) ? 'This coupon is not for this plan' : undefined
}

/**
 * Redeems a coupon for a plan, in the transaction that gives a subscription its discount. The lock of the coupon makes concurrent
 * redemptions wait, so that the last one is taken once.
 * @throws 404 coupon_not_found; 409 coupon_not_redeemable
 */
export async function redeemCoupon({ tx, now }: Context, key: ObjectKey, planId: string): Promise<CouponRecord> {
  const coupon = await lockCoupon(tx, key)
  const obstacle = findCouponObstacle(coupon, planId, now)
  if (obstacle) throw problem.conflict('coupon_not_redeemable', obstacle)
  return updateCouponRecord(tx, coupon, { redemptions: coupon.redemptions + 1 })
}

/** Whether a coupon is for a plan. */
async function isForPlan(tx: Tx, { merchantId, couponId }: SubscriptionRecord, planId: string): Promise<boolean> {
  const [coupon] = await tx
    .select({ planIds: coupons.planIds })
    .from(coupons)
    .where(and(eq(coupons.merchantId, merchantId), eq(coupons.id, couponId!)))
  return !coupon?.planIds || coupon.planIds.includes(planId)
}

/** Discount of a subscription on another plan: none, if its coupon is not for that plan. */
export async function findDiscountOnPlan(tx: Tx, subscription: SubscriptionRecord, planId: string): Promise<Discount> {
  const { couponId, percentOff, amountOffKobo, discountChargesLeft } = subscription
  if (!couponId || !(await isForPlan(tx, subscription, planId))) return noDiscount
  return { couponId, percentOff, amountOffKobo, discountChargesLeft }
}

export const appendDiscountEndedEvent = (tx: Tx, subscription: SubscriptionRecord, now: Date, why: string) =>
  appendSubscriptionEvent(tx, subscription, now, 'discount_ended', why)
