import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getSettlementAnalytics } from '@adire/contract/settlements.ts'
import type { MerchantContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, daysBetween, startOfDay } from '../../lagos.ts'

const mostDays = 400

interface PaidDay {
  day: string
  paidKobo: number
  feesKobo: number
  deductionsKobo: number
  count: number
  isCurrent: boolean
  waitedHours: number
}

/** Paid settlements per day of the period, with the total of the preceding period of equal length. */
export async function getSettlementAnalyticsHandler(
  { tx, merchant }: MerchantContext,
  { from, to }: ParsedInput<typeof getSettlementAnalytics>,
) {
  requireDayOrder(from, to)
  const length = daysBetween(from, to)
  if (length > mostDays) throw problem.field('to', `Choose at most ${mostDays} days`)
  const { rows } = await tx.$client.query<PaidDay>({
    name: 'settlement_analytics',
    text: `
      select (paid_at at time zone 'Africa/Lagos')::date::text as day, paid_at >= $3 as "isCurrent",
             sum(amount_kobo)::bigint as "paidKobo", -sum(fees_kobo + vat_kobo)::bigint as "feesKobo",
             sum(stamp_duty_kobo - refunds_kobo - disputes_kobo - reserve_kobo)::bigint as "deductionsKobo",
             count(*) as count,
             coalesce(sum(extract(epoch from paid_at - (last_day + 1)::timestamp at time zone 'Africa/Lagos') / 3600), 0)::float8
               as "waitedHours"
      from settlements
      where merchant_id = $1 and owner_id = $1 and status = 'success' and paid_at >= $2 and paid_at < $4
      group by 1, 2`,
    values: [merchant.id, startOfDay(addDays(from, -length)), startOfDay(from), startOfDay(addDays(to, 1))],
  })
  const current = rows.filter(({ isCurrent }) => isCurrent)
  const byDay = new Map(current.map(({ isCurrent: _, waitedHours: __, ...day }) => [day.day, day]))
  const sum = (some: PaidDay[], of: (row: PaidDay) => number) => some.reduce((total, row) => total + of(row), 0)
  const count = sum(current, (row) => row.count)
  return {
    days: Array.from({ length }, (_, index) => {
      const day = addDays(from, index)
      return byDay.get(day) ?? { day, paidKobo: 0, feesKobo: 0, deductionsKobo: 0, count: 0 }
    }),
    paidKobo: sum(current, (row) => row.paidKobo),
    previousPaidKobo: sum(
      rows.filter(({ isCurrent }) => !isCurrent),
      (row) => row.paidKobo,
    ),
    hoursToBank: count === 0 ? null : sum(current, (row) => row.waitedHours) / count,
  }
}
