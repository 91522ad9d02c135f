import type { Channel } from '@adire/contract/channels/channels.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getOverview, getOverviewSeries } from '@adire/contract/payments.ts'
import type { PaymentStatus } from '@adire/contract/payments-schemas.ts'
import type { MerchantContext } from '../../context.ts'
import { type ComparedPeriod, comparePeriods } from '../../http/period.ts'
import { lagosDay, startOfDay } from '../../lagos.ts'
import { loadFunds } from '../../ledger/funds.ts'
import {
  cardChecksIn,
  type StatusSums,
  statsSql,
  summedColumns,
  summedStatus,
  sumPaidPayments,
  sumsOfStatus,
} from './stats.ts'
import { paidList } from './tables.ts'

type Period = ParsedInput<typeof getOverviewSeries>

type PeriodStats = StatusSums & { isCurrent: boolean }

/**
 * Stats of a period and of the period before it, by status. The last day of the period before ($5) is summed from its payments until
 * $7, because stats have no time of day; $7 is the beginning of $5 if that day is not cut.
 */
const byStatus = {
  name: 'overview_totals',
  text: `
    select day >= $3::date as "isCurrent", ${sumsOfStatus}, sum(count) as count
    from (
      select * from ${statsSql(
        'payment_day_totals',
        `day, count, ${summedColumns}`,
        `merchant_id = $1 and day between $2::date and $4::date and (day < $5::date or day >= $3::date)`,
      )}
      union all
      select $2::date, 1, ${summedStatus}, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo
      from payments where merchant_id = $1 and created_at >= $6::timestamptz and created_at < $7::timestamptz
    ) counted
    group by 1, status having sum(count) > 0`,
}

/** Paid volume of one day, or of one channel in the period. */
type Volume = { grossKobo: number; count: number } & ({ day: string; channel: null } | { day: null; channel: Channel })

/**
 * Volume of each day of the period and of the period before, and of each channel of the period, in one snapshot. Materialized,
 * because otherwise PostgreSQL starts two processes for the union, which takes longer than everything else.
 */
const volumes = {
  name: 'overview_volumes',
  text: `
    with days as materialized (
      select day::text, null as channel, sum(count) as count, sum(amount_kobo) as "grossKobo"
      from (
        select day, count, amount_kobo
        from ${statsSql(
          'payment_day_totals',
          'day, count, amount_kobo',
          `merchant_id = $1 and day between $2::date and $4::date and status in ${paidList}`,
        )}
        union all
        select $2::date + number, 0, 0 from generate_series(0, $4::date - $2::date) number
      ) every
      group by every.day
    ), channels as materialized (
      select null, channel, sum(count), sum(amount_kobo)
      from ${statsSql(
        'payment_days',
        'channel, count, amount_kobo',
        `merchant_id = $1 and day between $3::date and $4::date and status in ${paidList}`,
      )}
      group by channel having sum(count) > 0
    )
    select * from days union all select * from channels order by day`,
}

export async function getOverviewHandler(context: MerchantContext, input: ParsedInput<typeof getOverview>) {
  const { series, ...period } = input
  const overview = await readTotals(context, period)
  return series ? { ...overview, series: await getOverviewSeriesHandler(context, period) } : overview
}

async function readTotals({ tx, merchant, now }: MerchantContext, period: Period) {
  const compared = comparePeriods(period, now)
  const cutDay = lagosDay(compared.previousUntil)
  const { rows } = await tx.$client.query<PeriodStats>({
    ...byStatus,
    values: [...buildSpan(merchant.id, compared), cutDay, startOfDay(cutDay), compared.previousUntil],
  })
  const { unsettledKobo } = await loadFunds(tx, merchant.id)
  return {
    current: totals(rows.filter((row) => row.isCurrent)),
    previous: totals(rows.filter((row) => !row.isCurrent)),
    unsettledKobo,
  }
}

function totals(rows: PeriodStats[]) {
  const counts = new Map(
    rows.flatMap(({ status, count }) => (status === 'card_check' ? [] : [[status, count] as const])),
  )
  const paid = sumPaidPayments(rows)
  const decided = paid.count + (counts.get('failed') ?? 0)
  return {
    ...paid,
    byStatus: Object.fromEntries(counts) as Partial<Record<PaymentStatus, number>>,
    cardCheckCount: cardChecksIn(rows),
    successRate: decided === 0 ? null : paid.count / decided,
  }
}

/** Volumes of whole days, also of the day up to which the totals of the period before are summed. */
export async function getOverviewSeriesHandler({ tx, merchant, now }: MerchantContext, period: Period) {
  const span = buildSpan(merchant.id, comparePeriods(period, now))
  const { rows } = await tx.$client.query<Volume>({ ...volumes, values: span })
  const [, , from] = span
  const days = rows.flatMap(({ day, grossKobo, count }) => (day === null ? [] : { day, grossKobo, count }))
  return {
    current: days.filter(({ day }) => day >= from),
    previous: days.filter(({ day }) => day < from),
    channels: rows
      .flatMap(({ channel, grossKobo, count }) => (channel === null ? [] : { channel, grossKobo, count }))
      .sort((one, other) => other.grossKobo - one.grossKobo),
  }
}

/** Query parameters: merchant id, first day of the previous period, first and last day of the period. */
const buildSpan = (
  merchantId: string,
  { previousFrom, from, to }: ComparedPeriod,
): [merchantId: string, previousFrom: string, from: string, to: string] => [merchantId, previousFrom, from, to]
