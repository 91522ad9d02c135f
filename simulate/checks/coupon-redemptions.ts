import type pg from 'pg'
import { assertSame } from '../action.ts'
import type { ModelBusiness } from '../model.ts'

/** Each coupon was redeemed once for each subscription that it was applied to and each payer who paid with it, and never beyond its limit. */
export async function checkCouponRedemptions(
  businesses: readonly ModelBusiness[],
  applied: ReadonlyMap<string, number>,
  db: pg.Client,
): Promise<void> {
  const { rows } = await db.query<{
    id: string
    redemptions: number
    limit: number | null
    paid: number
    wrong: number
  }>(
    `select coupon.id, coupon.redemptions, coupon.redemption_limit as limit,
       count(payment.id) filter (where payment.is_coupon_redeemed)::int as paid,
       count(payment.id) filter (where payment.is_coupon_redeemed <> (payment.status not in ('failed', 'abandoned'))
         and payment.status not in ('pending', 'processing'))::int as wrong
     from coupons coupon
     left join payments payment on payment.merchant_id = coupon.merchant_id and payment.coupon_id = coupon.id
     group by coupon.merchant_id, coupon.id`,
  )
  const known = new Set(businesses.flatMap(({ coupons }) => coupons.map(({ id }) => id)))
  for (const { id, redemptions, limit, paid, wrong } of rows) {
    if (!known.has(id)) continue
    assertSame('subscriptions', 'The redemptions of a coupon', redemptions, paid + (applied.get(id) ?? 0))
    assertSame('subscriptions', 'Payments whose coupon is counted wrongly', wrong, 0)
    if (limit !== null) assertSame('subscriptions', 'Redemptions above the limit', Math.max(0, redemptions - limit), 0)
  }
}
