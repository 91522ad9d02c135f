import type { RevenueMonth } from '@adire/contract/recurring-revenue-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { lagosDay, startOfDay } from '../../lagos.ts'
import { timesAYear } from './calendar.ts'

const months = 12

interface PointRow {
  point: number
  mrr: number
  subscribers: number
  newKobo: number
  newSubscribers: number
  expansion: number
  contraction: number
  /** MRR and number of subscriptions that have none at the next point. */
  leavingKobo: number
  leaving: number
}

/**
 * MRR by month. The source are the invoices: a subscription has MRR at a point in time if one of its billed periods covers it. One
 * pass over the invoices of the 12 months, in the order of an index: two seconds of CPU for 100,000 subscriptions with 850,000
 * invoices.
 *
 * `width_bucket` is the number of points up to a time, so that an invoice from `first` to `last` covers the points between. After a plan
 * change two invoices cover a point: the later one counts.
 */
const revenueSql = `
  with covering as (
    select invoice.subscription_id, invoice.number, covered.point,
      round((invoice.price_kobo - invoice.discount_kobo + invoice.add_ons_kobo) * factor.times / 12.0)::bigint as monthly
    from subscription_invoices invoice
    join subscriptions subscription on subscription.merchant_id = $1 and subscription.id = invoice.subscription_id
    join plans plan on plan.merchant_id = $1 and plan.id = invoice.plan_id
    join unnest($3::text[], $4::int[]) factor(interval, times) on factor.interval = plan.interval
    cross join lateral generate_series(
      width_bucket(invoice.starts_at - interval '1 ms', $2::timestamptz[]) + 1,
      width_bucket(least(invoice.ends_at, subscription.ended_at) - interval '1 ms', $2::timestamptz[])
    ) covered(point)
    where invoice.merchant_id = $1 and invoice.ends_at > ($2::timestamptz[])[1]
  ), latest as (
    select subscription_id, point, monthly, number
    from (
      select *, lead(point) over (partition by subscription_id order by point, number) as next from covering
    ) one
    where next is distinct from point
  ), compared as (
    select point, monthly,
      lag(point) over neighbours = point - 1 as was_there, lag(monthly) over neighbours as before,
      coalesce(lead(point) over neighbours = point + 1, false) as stays
    from latest window neighbours as (partition by subscription_id order by point, number)
  )
  select point, sum(monthly)::bigint as mrr, count(*)::int as subscribers,
    coalesce(sum(monthly) filter (where was_there is not true), 0)::bigint as "newKobo",
    count(*) filter (where was_there is not true)::int as "newSubscribers",
    coalesce(sum(monthly - before) filter (where was_there and monthly > before), 0)::bigint as expansion,
    coalesce(sum(before - monthly) filter (where was_there and monthly < before), 0)::bigint as contraction,
    coalesce(sum(monthly) filter (where not stays), 0)::bigint as "leavingKobo",
    count(*) filter (where not stays)::int as leaving
  from compared group by point`

/** MRR of the last 12 months, the current one so far. */
export async function getRecurringRevenueHandler({ tx, merchant, now }: MerchantContext) {
  const starts = monthStarts(now)
  const points = [...starts.map(startOfDay), now]
  const { rows } = await tx.$client.query<PointRow>(revenueSql, [
    merchant.id,
    points.map((at) => at.toISOString()),
    Object.keys(timesAYear),
    Object.values(timesAYear),
  ])
  const byPoint = new Map(rows.map((row) => [row.point, row]))
  // Points are numbered from 1: the month at `index` is between the points `index + 1` and `index + 2`.
  return {
    months: starts.map((day, index) => toMonth(day.slice(0, 7), byPoint.get(index + 1), byPoint.get(index + 2))),
  }
}

/** First days of the last 12 months, oldest first. */
function monthStarts(now: Date): string[] {
  const [year, month] = lagosDay(now).split('-').map(Number)
  return Array.from({ length: months }, (_, index) =>
    new Date(Date.UTC(year!, month! - months + index, 1)).toISOString().slice(0, 10),
  )
}

function toMonth(month: string, start: PointRow | undefined, end: PointRow | undefined): RevenueMonth {
  const churnedSubscribers = start?.leaving ?? 0
  return {
    month,
    mrrKobo: end?.mrr ?? 0,
    newKobo: end?.newKobo ?? 0,
    expansionKobo: end?.expansion ?? 0,
    contractionKobo: end?.contraction ?? 0,
    churnedKobo: start?.leavingKobo ?? 0,
    subscribers: end?.subscribers ?? 0,
    newSubscribers: end?.newSubscribers ?? 0,
    churnedSubscribers,
    churnPercent: start ? Math.round((churnedSubscribers / start.subscribers) * 1_000) / 10 : null,
  }
}
