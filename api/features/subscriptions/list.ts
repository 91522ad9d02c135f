import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { intervalNames } from '@adire/contract/plans.ts'
import type { Interval } from '@adire/contract/plans-schemas.ts'
import { statusLabels } from '@adire/contract/status-names.ts'
import {
  type downloadSubscriptions,
  type getSubscriptionTotals,
  type listSubscriptions,
  runningStatuses,
  subscriptionFilters,
  subscriptionStatuses,
} from '@adire/contract/subscriptions.ts'
import type { SubscriptionRow } from '@adire/contract/subscriptions-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { toSqlLiteral } from '../../database/copy.ts'
import type { PutParameter } from '../../database/keyset.ts'
import type { TableFormat } from '../../http/cells.ts'
import { listOfText } from '../../http/page.ts'
import { sqlColumns, sqlNames, streamTableFromSql } from '../../http/table-file.ts'
import { resolveSearch, type SearchFields, searchCondition } from '../search/search.ts'
import { monthlyKobo } from './calendar.ts'

type Filter = (typeof subscriptionFilters)[number]

export const runningList = `(${runningStatuses.map((status) => `'${status}'`).join(', ')})`
/** SQL condition: subscriptions that renew, and so count towards recurring revenue. */
export const renewingCondition = `status in ('active', 'attention') and paused_at is null and not is_trial`

/** SQL condition of each filter. Each subscription matches exactly one of them, besides `running`. */
export const subscriptionConditions: Record<Filter, string> = {
  running: `status in ${runningList}`,
  pending: `status = 'pending'`,
  trial: `status = 'active' and is_trial and paused_at is null`,
  active: `status = 'active' and not is_trial and paused_at is null`,
  attention: `status = 'attention' and paused_at is null`,
  paused: `status in ${runningList} and paused_at is not null`,
  non_renewing: `status = 'non_renewing' and paused_at is null`,
  completed: `status = 'completed'`,
  cancelled: `status = 'cancelled'`,
}

async function subscriptionCondition({ tx, merchant }: MerchantContext, input: Omit<Download, 'columns'>) {
  const { search, status, planId, customerId, couponId } = input
  const found = search ? await resolveSearch(tx, merchant.id, search) : undefined
  return (put: PutParameter) => {
    const ofMerchant = put(merchant.id)
    const clauses = [`merchant_id = ${ofMerchant}`]
    if (status) clauses.push(`(${subscriptionConditions[status]})`)
    if (planId) clauses.push(`plan_id = ${put(planId)}`)
    if (customerId) clauses.push(`customer_id = ${put(customerId)}`)
    if (couponId) clauses.push(`coupon_id = ${put(couponId)}`)
    if (found) clauses.push(searchCondition(found, searchFields(ofMerchant), put))
    return clauses.join(' and ')
  }
}

/** @param merchant SQL of the merchant's id */
const searchFields = (merchant: string): SearchFields => ({
  email: 'subscriptions.customer_email',
  amounts: ['amount_kobo'],
  references: ['code'],
  texts: [`(select name from plans where plans.merchant_id = ${merchant} and plans.id = subscriptions.plan_id)`],
})

/** SQL: time of the next charge, also of one that was postponed, or of the next retry of an unpaid one. A pending one without it waits for the bank. */
const nextPayment = `case when subscription.status = 'pending' then due_at
       when subscription.status = 'active' and paused_at is null and open_invoice_id is null then coalesce(due_at, period_ends_at)
       when subscription.status = 'attention' then open.next_attempt_at end`

/** SQL columns for `toSubscriptionRowResponse`, with the plan and the open invoice. `$1` is the merchant. */
export const subscriptionColumns = `subscription.id, subscription.code, subscription.status, paused_at is not null as "isPaused",
  is_trial as "isTrial", customer_id as "customerId", customer_email as "customerEmail",
  customer_name as "customerName", subscription.quantity, subscription.amount_kobo as "amountKobo",
  subscription.add_ons as "addOns", subscription.setup_fee_kobo as "setupFeeKobo", subscription.created_at as "createdAt",
  json_build_object('id', plan.id, 'code', plan.code, 'name', plan.name, 'interval', plan.interval) as plan,
  case when coupon.id is not null then json_build_object('id', coupon.id, 'name', coupon.name, 'code', coupon.code) end as coupon,
  case when subscription.coupon_id is not null and discount_charges_left is distinct from 0
       then json_build_object('amountKobo', subscription.discount_kobo, 'chargesLeft', discount_charges_left) end as discount,
  ${nextPayment} as "nextPaymentAt"`
export const subscriptionJoins = `
  join plans plan on plan.merchant_id = $1 and plan.id = subscription.plan_id
  left join coupons coupon on coupon.merchant_id = $1 and coupon.id = subscription.coupon_id
  left join subscription_invoices open on open.merchant_id = $1
    and open.subscription_id = subscription.id and open.id = subscription.open_invoice_id`

export type SubscriptionListRow = Omit<SubscriptionRow, 'createdAt' | 'nextPaymentAt'> & {
  createdAt: Date
  nextPaymentAt: Date | null
}
export const toSubscriptionRowResponse = (row: SubscriptionListRow): SubscriptionRow => ({
  ...row,
  nextPaymentAt: row.nextPaymentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
})

export async function listSubscriptionsHandler(context: MerchantContext, input: ParsedInput<typeof listSubscriptions>) {
  return listOfText(context.tx, input, {
    table: 'subscriptions',
    matching: await subscriptionCondition(context, input),
    as: 'subscription',
    columns: subscriptionColumns,
    from: `subscription ${subscriptionJoins}`,
    serialize: toSubscriptionRowResponse,
  })
}

/** Number of subscriptions per filter, and the monthly value of those that renew. */
export async function getSubscriptionTotalsHandler(
  { tx, merchant }: MerchantContext,
  { planId }: ParsedInput<typeof getSubscriptionTotals>,
) {
  const counted = subscriptionFilters.map(
    (filter) => `count(*) filter (where ${subscriptionConditions[filter]}) as "${filter}"`,
  )
  const of = 'merchant_id = $1 and ($2::uuid is null or plan_id = $2)'
  const { rows } = await tx.$client.query<Record<Filter, number>>(
    `select ${counted.join(', ')} from subscriptions where ${of}`,
    [merchant.id, planId ?? null],
  )
  const { rows: values } = await tx.$client.query<{ interval: Interval; amount: number }>(
    `select plan.interval, sum(subscription.amount_kobo - subscription.discount_kobo + subscription.add_ons_kobo)::bigint as amount
     from (select * from subscriptions where ${of} and ${renewingCondition}) subscription
     join plans plan on plan.merchant_id = subscription.merchant_id and plan.id = subscription.plan_id
     group by plan.interval`,
    [merchant.id, planId ?? null],
  )
  const monthlyValueKobo = values.reduce((sum, { interval, amount }) => sum + monthlyKobo(interval, amount), 0)
  return { counts: rows[0]!, monthlyValueKobo }
}

type Download = ParsedInput<typeof downloadSubscriptions>
/** All subscriptions that match the filter, as a file. */
export async function downloadSubscriptionsHandler(
  context: MerchantContext,
  { columns, ...filter }: Download,
  format: TableFormat,
) {
  const merchant = toSqlLiteral(context.merchant.id)
  return streamTableFromSql(
    context.tx,
    fileColumns,
    { columns, format },
    {
      table: 'subscriptions',
      where: await subscriptionCondition(context, filter),
      join: `
      cross join lateral (
        select name, interval from plans where merchant_id = ${merchant} and plans.id = subscription.plan_id
      ) plan
      left join lateral (
        select next_attempt_at from subscription_invoices
        where merchant_id = ${merchant} and subscription_id = subscription.id
          and subscription_invoices.id = subscription.open_invoice_id
      ) open on true
      left join lateral (
        select name from coupons where merchant_id = ${merchant} and coupons.id = subscription.coupon_id
      ) coupon on true`,
    },
  )
}

const fileColumns = sqlColumns('subscriptions', {
  customer: 'subscription.customer_name',
  email: 'subscription.customer_email',
  plan: 'plan.name',
  amount: 'subscription.amount_kobo',
  coupon: 'coupon.name',
  discount: 'subscription.discount_kobo',
  addOns: 'subscription.add_ons_kobo',
  setupFee: 'subscription.setup_fee_kobo',
  interval: sqlNames('plan.interval', intervalNames),
  status: `case when paused_at is not null then 'Paused' when is_trial and status = 'active' then 'In trial'
    else ${sqlNames('status', statusLabels(subscriptionStatuses))} end`,
  nextCharge: nextPayment,
  started: 'subscription.created_at',
  ended: 'subscription.ended_at',
  code: 'subscription.code',
})
