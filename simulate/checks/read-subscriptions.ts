import type pg from 'pg'
import type { ModelAddOn } from '../model.ts'

export interface InvoiceRow {
  kind: 'period' | 'change'
  number: number
  status: string
  planId: string
  startsAt: string
  endsAt: string
  createdAt: string
  paidAt: string | null
  price: number
  discount: number
  amount: number
  addOns: ModelAddOn[]
  addOnsKobo: number
  setupFee: number
  credit: number
  due: number
}

export interface SubscriptionRow {
  id: string
  merchantId: string
  /** Plan and coupon with which the payer signed up. */
  signUpPlanId: string
  signUpCouponId: string | null
  price: number
  discount: number
  chargesLeft: number | null
  addOnsKobo: number
  setupFee: number
  credit: number
  createdAt: string
  endedAt: string | null
  invoices: InvoiceRow[]
  /** What went back to the payer of an invoice, by refunds and lost disputes. */
  returns: { at: string; number: number; kobo: number }[]
}

const subscriptionsSql = `
  select subscription.id, subscription.merchant_id as "merchantId", link.plan_id as "signUpPlanId",
    (select payment.coupon_id from payments payment
     where payment.merchant_id = subscription.merchant_id and payment.subscription_id = subscription.id
       and payment.subscription_id is not null order by payment.created_at, payment.id limit 1) as "signUpCouponId",
    subscription.amount_kobo::float8 as price, subscription.discount_kobo::float8 as discount,
    case when subscription.coupon_id is null then 0 else subscription.discount_charges_left end as "chargesLeft",
    subscription.add_ons_kobo::float8 as "addOnsKobo", subscription.setup_fee_kobo::float8 as "setupFee",
    subscription.credit_kobo::float8 as credit, subscription.created_at as "createdAt", subscription.ended_at as "endedAt",
    coalesce((
      select json_agg(json_build_object('kind', kind, 'number', number, 'status', status, 'planId', plan_id,
        'startsAt', starts_at, 'endsAt', ends_at, 'createdAt', created_at, 'paidAt', paid_at, 'price', price_kobo,
        'discount', discount_kobo, 'amount', amount_kobo, 'addOns', add_ons, 'addOnsKobo', add_ons_kobo,
        'setupFee', setup_fee_kobo, 'credit', credit_kobo, 'due', due_kobo) order by number)
      from subscription_invoices invoice
      where invoice.merchant_id = subscription.merchant_id and invoice.subscription_id = subscription.id
    ), '[]') as invoices,
    coalesce((
      select json_agg(json_build_object('at', at, 'number', number, 'kobo', kobo) order by at, id)
      from (
        select refund.id, processed_at as at, number, refund.amount_kobo as kobo from subscription_invoices invoice
        join refunds refund on refund.merchant_id = invoice.merchant_id and refund.payment_id = invoice.payment_id
        where invoice.merchant_id = subscription.merchant_id and subscription_id = subscription.id and refund.status = 'processed'
        union all
        select dispute.id, resolved_at, number, lost_kobo from subscription_invoices invoice
        join disputes dispute on dispute.merchant_id = invoice.merchant_id and dispute.payment_id = invoice.payment_id
        where invoice.merchant_id = subscription.merchant_id and subscription_id = subscription.id
          and resolved_at is not null and lost_kobo > 0
      ) back
    ), '[]') as returns
  from subscriptions subscription
  join payment_links link on link.merchant_id = subscription.merchant_id and link.id = subscription.payment_link_id`

/** All subscriptions with their invoices, and what went back to their payers. */
export async function readSubscriptions(db: pg.Client): Promise<SubscriptionRow[]> {
  const { rows } = await db.query<SubscriptionRow>(subscriptionsSql)
  return rows
}
