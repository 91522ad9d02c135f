import { type applyCoupon, describeDiscount, type removeCoupon } from '@adire/contract/coupons.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { findCoupon, redeemCoupon } from '../subscriptions/coupon.ts'
import { retrieveSubscription } from '../subscriptions/detail.ts'
import { enqueueSubscriptionEmail } from '../subscriptions/emails/enqueue.ts'
import { emitSubscription } from '../subscriptions/emit.ts'
import {
  appendSubscriptionEvent,
  lockSubscription,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from '../subscriptions/move.ts'
import { isDiscounted, noDiscount, toDiscount } from '../subscriptions/period-price.ts'

/** Locks a subscription that is charged again. An unpaid period keeps its amount, so it may be past due. */
async function lockRenewing({ tx, merchant }: MerchantContext, id: string): Promise<SubscriptionRecord> {
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  const { status, openInvoiceId } = subscription
  if (status !== 'active' && status !== 'attention' && status !== 'pending')
    throw problem.conflict('subscription_not_active', 'This subscription is not charged again')
  if (status === 'active' && openInvoiceId)
    throw problem.conflict(
      'subscription_charging',
      'This subscription is being charged right now. Try again in a minute.',
    )
  return subscription
}

/**
 * Applies a coupon. The lock of the subscription makes two identical requests redeem it once.
 * @throws 404; 409 coupon_not_redeemable, discount_exists, subscription_not_active, subscription_charging
 */
export async function applyCouponHandler(context: MerchantContext, { id, couponId }: ParsedInput<typeof applyCoupon>) {
  const { tx, merchant, now } = context
  const subscription = await lockRenewing(context, id)
  if (isDiscounted(subscription)) {
    if (subscription.couponId === couponId) return retrieveSubscription(context, id)
    throw problem.conflict('discount_exists', 'This subscription has a coupon already. Remove it first.')
  }
  const planId = subscription.nextPlanId ?? subscription.planId
  const coupon = await redeemCoupon(context, { merchantId: merchant.id, id: couponId }, planId)
  const reduced = await updateSubscriptionRecord(tx, subscription, toDiscount(coupon))
  const text = `${await readActorName(context)} applied the coupon ${coupon.name}: ${describeDiscount(coupon)}`
  await appendSubscriptionEvent(tx, reduced, now, 'coupon_applied', text)
  await recordAuditEvent(context, {
    action: 'subscription.coupon_applied',
    object: subscription.code,
    after: { coupon: coupon.name },
  })
  await enqueueSubscriptionEmail(context, reduced, 'price_changed')
  await emitSubscription(context, reduced, 'subscription.updated')
  return retrieveSubscription(context, id)
}

/** @throws 404; 409 subscription_not_active, subscription_charging */
export async function removeCouponHandler(context: MerchantContext, { id }: ParsedInput<typeof removeCoupon>) {
  const { tx, now } = context
  const subscription = await lockRenewing(context, id)
  if (!subscription.couponId || !isDiscounted(subscription)) return retrieveSubscription(context, id)
  const { name } = await findCoupon(tx, { merchantId: subscription.merchantId, id: subscription.couponId })
  const full = await updateSubscriptionRecord(tx, subscription, noDiscount)
  await appendSubscriptionEvent(
    tx,
    full,
    now,
    'coupon_removed',
    `${await readActorName(context)} removed the coupon ${name}`,
  )
  await recordAuditEvent(context, {
    action: 'subscription.coupon_removed',
    object: subscription.code,
    before: { coupon: name },
  })
  await enqueueSubscriptionEmail(context, full, 'price_changed')
  await emitSubscription(context, full, 'subscription.updated')
  return retrieveSubscription(context, id)
}
