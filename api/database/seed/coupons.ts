import { describeDiscount } from '@adire/contract/coupons.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { appendSubscriptionEvent, updateSubscriptionRecord } from '../../features/subscriptions/move.ts'
import { toDiscount } from '../../features/subscriptions/period-price.ts'
import { coupons, subscriptions } from '../../features/subscriptions/tables.ts'

/** Subscriber who has the coupon of the demo. */
const subscriberEmail = 'zainab.usman@example.com'

/** A coupon that is archived, and one that a subscriber has. */
export async function seedCoupons({ tx, now }: Context, merchantId: string): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * dayMs)
  await tx.insert(coupons).values({
    merchantId,
    name: 'New Yam festival',
    code: 'NEWYAM',
    status: 'archived',
    percentOff: 25,
    charges: 1,
    archivedAt: at(50),
    createdAt: at(70),
  })
  const [coupon] = await tx
    .insert(coupons)
    .values({
      merchantId,
      name: 'Sewing friends',
      code: 'SEW20',
      status: 'active',
      percentOff: 20,
      charges: 4,
      redemptionLimit: 50,
      redemptions: 1,
      createdAt: at(12),
    })
    .returning()
  const [subscription] = await tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.merchantId, merchantId), eq(subscriptions.customerEmail, subscriberEmail)))
  const reduced = await updateSubscriptionRecord(tx, subscription!, toDiscount(coupon!))
  const text = `The business applied the coupon ${coupon!.name}: ${describeDiscount(coupon!)}`
  await appendSubscriptionEvent(tx, reduced, now, 'coupon_applied', text)
}
