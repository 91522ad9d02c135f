import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { getSettlementAnalytics } from '@adire/contract/settlements.ts'
import type { MerchantContext } from '../../context.ts'
import { comparePeriods } from '../../http/period.ts'
import { addDays, daysBetween, startOfDay } from '../../lagos.ts'
import { isPaidOutSql, paidOutSql } from '../../ledger/funds.ts'

interface PaidDay {
  day: string
  paidKobo: number
  feesKobo: number
  deductionsKobo: number
  count: number
  /** Number of settlements with payments: only their proceeds have waited. */
  withPayments: number
  isCurrent: boolean
  waitedHours: number
}

/** Amounts paid out per day of the period, with the total of the equal period before it. */
export async function getSettlementAnalyticsHandler(
  { tx, merchant, now }: MerchantContext,
  period: ParsedInput<typeof getSettlementAnalytics>,
) {
  const { from, to, previousFrom, previousUntil } = comparePeriods(period, now)
  const { rows } = await tx.$client.query<PaidDay>({
    name: 'settlement_analytics',
    text: `
      select (paid_at at time zone 'Africa/Lagos')::date::text as day, paid_at >= $3 as "isCurrent",
             ${paidOutSql} as "paidKobo", -sum(fees_kobo + vat_kobo)::bigint as "feesKobo",
             sum(gross_kobo + fees_kobo + vat_kobo - amount_kobo)::bigint as "deductionsKobo",
             count(*) as count, count(last_day) as "withPayments",
             coalesce(sum(extract(epoch from paid_at - (last_day + 1)::timestamp at time zone 'Africa/Lagos') / 3600), 0)::float8
               as "waitedHours"
      from settlements
      where merchant_id = $1 and owner_id = $1 and ${isPaidOutSql}
        and (paid_at >= $2 and paid_at < $5 or paid_at >= $3 and paid_at < $4)
      group by 1, 2`,
    values: [merchant.id, startOfDay(previousFrom), startOfDay(from), startOfDay(addDays(to, 1)), previousUntil],
  })
  const current = rows.filter(({ isCurrent }) => isCurrent)
  const byDay = new Map(current.map(({ isCurrent: _, waitedHours: __, withPayments: ___, ...day }) => [day.day, day]))
  const sum = (some: PaidDay[], of: (row: PaidDay) => number) => some.reduce((total, row) => total + of(row), 0)
  const waited = sum(current, (row) => row.withPayments)
  return {
    days: Array.from({ length: daysBetween(from, to) }, (_, index) => {
      const day = addDays(from, index)
      return byDay.get(day) ?? { day, paidKobo: 0, feesKobo: 0, deductionsKobo: 0, count: 0 }
    }),
    paidKobo: sum(current, (row) => row.paidKobo),
    previousPaidKobo: sum(
      rows.filter(({ isCurrent }) => !isCurrent),
      (row) => row.paidKobo,
    ),
    hoursToBank: waited === 0 ? null : sum(current, (row) => row.waitedHours) / waited,
  }
}
