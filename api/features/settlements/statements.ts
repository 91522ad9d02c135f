import type { Mode } from '@adire/contract/call.ts'
import type { Tx } from '../../database/connect.ts'

/** Earnings and tax debts of the platform, for one Lagos day in one mode. */
export interface DayStatement {
  day: string
  mode: Mode
  feesKobo: number
  vatKobo: number
  stampDutyKobo: number
  /** What the processors charged the platform. */
  processorFeesKobo: number
  /** Reserve held for merchants at the end of the day. */
  reserveKobo: number
}

/** Statements of all days from `from` to `to`, both included, with any movement or reserve. */
export async function listDayStatements(tx: Tx, mode: Mode, from: string, to: string): Promise<DayStatement[]> {
  // Run only by the operator, so it may read any number of lines.
  await tx.$client.query("set local statement_timeout = '300s'")
  const { rows } = await tx.$client.query<DayStatement>(
    `with account as materialized (
       select id, kind from ledger_accounts where owner = $1 and kind in ('fees', 'vat', 'stamp_duty', 'processor_fees')
     ), moved as (
       select (entry.at at time zone 'Africa/Lagos')::date as day, account.kind, line.amount_kobo
       from account
       join ledger_lines line on line.account_id = account.id
       join ledger_entries entry on entry.id = line.entry_id and entry.merchant_id = line.merchant_id
     ), reserve as (
       select (entry.at at time zone 'Africa/Lagos')::date as day, sum(line.amount_kobo) as kobo
       from ledger_entries entry
       join ledger_lines line on line.entry_id = entry.id and line.merchant_id = entry.merchant_id
       join ledger_accounts account on account.id = line.account_id and account.kind = 'reserved'
         and account.merchant_id = entry.merchant_id
       join merchants merchant on merchant.id::text = account.owner and merchant.mode = $1
       where entry.reference >= 'reserve:' and entry.reference < 'reserve;'
       group by 1
     ), day as (
       select generate_series($2::date, $3::date, interval '1 day')::date as day
     )
     select day.day::text as day, $1 as mode,
            coalesce(sum(amount_kobo) filter (where kind = 'fees'), 0)::bigint as "feesKobo",
            coalesce(sum(amount_kobo) filter (where kind = 'vat'), 0)::bigint as "vatKobo",
            coalesce(sum(amount_kobo) filter (where kind = 'stamp_duty'), 0)::bigint as "stampDutyKobo",
            -coalesce(sum(amount_kobo) filter (where kind = 'processor_fees'), 0)::bigint as "processorFeesKobo",
            (select coalesce(sum(kobo), 0) from reserve where reserve.day <= day.day)::bigint as "reserveKobo"
     from day left join moved on moved.day = day.day
     group by day.day order by day.day`,
    [mode, from, to],
  )
  return rows.filter(
    ({ feesKobo, vatKobo, stampDutyKobo, processorFeesKobo, reserveKobo }) =>
      feesKobo || vatKobo || stampDutyKobo || processorFeesKobo || reserveKobo,
  )
}
