import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import {
  type CouponRecord,
  findCouponByCode,
  findCouponIfPresent,
  findCouponObstacle,
  lockCoupon,
  updateCouponRecord,
} from './coupon.ts'
import type { PlanRecord } from './move.ts'

/** Whether payers of a plan can use a code now. */
export async function takesCodes({ tx, now }: Pick<Context, 'tx' | 'now'>, plan: PlanRecord): Promise<boolean> {
  const { rows } = await tx.$client.query(
    `select 1 from coupons
     where merchant_id = $1 and status = 'active' and code is not null and (ends_on is null or ends_on >= $2)
       and (redemption_limit is null or redemptions < redemption_limit) and (plan_ids is null or $3 = any(plan_ids))
     limit 1`,
    [plan.merchantId, lagosDay(now), plan.id],
  )
  return rows.length > 0
}

const unknown = 'This code is not valid'

/** @throws 422 coupon_refused at `field` */
function requireRedeemable(coupon: CouponRecord | undefined, plan: PlanRecord, { now }: Context, field: string) {
  // A coupon without a code is for the business to apply; its id must not work as a code.
  if (!coupon?.code || coupon.status !== 'active') throw problem.field(field, unknown, 'coupon_refused')
  const obstacle = findCouponObstacle(coupon, plan.id, now)
  if (obstacle) throw problem.field(field, obstacle, 'coupon_refused')
  return coupon
}

/**
 * The coupon of a code that a payer typed for a plan.
 * @throws 422 coupon_refused at `code`
 */
export const requireCouponByCode = async (context: Context, plan: PlanRecord, code: string): Promise<CouponRecord> =>
  requireRedeemable(await findCouponByCode(context.tx, plan.merchantId, code), plan, context, 'code')

/**
 * The coupon that a payer has chosen for a plan.
 * @throws 422 coupon_refused at `couponId`
 */
export async function requirePayerCoupon(context: Context, plan: PlanRecord, id: string): Promise<CouponRecord> {
  const coupon = await findCouponIfPresent(context.tx, { merchantId: plan.merchantId, id })
  return requireRedeemable(coupon, plan, context, 'couponId')
}

/**
 * Redeems the coupon of a payer who subscribes without paying now.
 * @throws 422 coupon_refused at `couponId`
 */
export async function redeemPayerCoupon(context: Context, plan: PlanRecord, id: string): Promise<CouponRecord> {
  await requirePayerCoupon(context, plan, id)
  const coupon = requireRedeemable(
    await lockCoupon(context.tx, { merchantId: plan.merchantId, id }),
    plan,
    context,
    'couponId',
  )
  return updateCouponRecord(context.tx, coupon, { redemptions: coupon.redemptions + 1 })
}

type CouponPayment = Pick<PaymentRecord, 'merchantId' | 'id' | 'couponId' | 'isCouponRedeemed'>

/** Adds a redemption of a coupon, or takes one back, with the flag of the locked payment. */
async function setRedeemed(tx: Tx, { merchantId, id }: CouponPayment, coupon: CouponRecord, isRedeemed: boolean) {
  await updateCouponRecord(tx, coupon, { redemptions: coupon.redemptions + (isRedeemed ? 1 : -1) })
  await tx
    .update(payments)
    .set({ isCouponRedeemed: isRedeemed })
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, id)))
}

const lockCouponOf = (tx: Tx, { merchantId, couponId }: CouponPayment) => lockCoupon(tx, { merchantId, id: couponId! })

/**
 * Redeems the coupon of a locked payment when money is about to be sent, so that two payers cannot both pay the price of the last
 * redemption. A payment that fails or is abandoned takes it back.
 * @throws 409 coupon_used_up
 */
export async function reserveCoupon(tx: Tx, payment: CouponPayment): Promise<void> {
  if (!payment.couponId || payment.isCouponRedeemed) return
  const coupon = await lockCouponOf(tx, payment)
  if (coupon.redemptionLimit !== null && coupon.redemptions >= coupon.redemptionLimit)
    throw problem.conflict(
      'coupon_used_up',
      'Other people have just used this code for the last time. Nothing was charged. Go back and pay without it.',
    )
  await setRedeemed(tx, payment, coupon, true)
}

/** Takes back the redemption of a locked payment that did not succeed. */
export async function releaseCoupon(tx: Tx, payment: CouponPayment): Promise<void> {
  if (payment.couponId && payment.isCouponRedeemed)
    await setRedeemed(tx, payment, await lockCouponOf(tx, payment), false)
}

/** The coupon of a locked payment that succeeded. A late success is redeemed even above the limit: the price was paid. */
export async function findPaidCoupon(tx: Tx, payment: CouponPayment): Promise<CouponRecord | undefined> {
  if (!payment.couponId) return undefined
  const coupon = await lockCouponOf(tx, payment)
  if (!payment.isCouponRedeemed) await setRedeemed(tx, payment, coupon, true)
  return coupon
}

/** Takes back the redemption of a subscription that ends before it started. */
export async function returnUnusedCoupon(
  tx: Tx,
  {
    merchantId,
    couponId,
    status,
    charges,
  }: { merchantId: string; couponId: string | null; status: string; charges: number },
): Promise<void> {
  if (!couponId || status !== 'pending' || charges > 0) return
  const coupon = await lockCoupon(tx, { merchantId, id: couponId })
  await updateCouponRecord(tx, coupon, { redemptions: Math.max(0, coupon.redemptions - 1) })
}
