import { limits } from '@adire/contract/limits.ts'
import type { ReadContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, daysBetween, startOfDay } from '../../lagos.ts'

/** Kinds of movements of a business's money with the provider. */
type MoveKind =
  | 'payment'
  | 'card_check'
  | 'refund'
  | 'dispute'
  | 'repaid'
  | 'settlement'
  | 'reserve'
  | 'payout'
  | 'paid'

/** All movements of one kind on one Lagos day, in kobo: changes of the business's accounts, and the sums of its payments. */
export interface DayMoves {
  day: string
  kind: MoveKind
  count: number
  /** Change of the money that can be paid out: `pending`, `available` and `in_payout`. */
  clearingKobo: number
  /** Change of the money held. */
  reserveKobo: number
  /** Change of what split recipients owe the business. */
  advancesKobo: number
  /** Of payments: what the payers paid, and what was deducted from it. */
  grossKobo: number
  feesKobo: number
  vatKobo: number
  sharesKobo: number
}

/** @throws validation_error (422) on `to` for a period that is too long, or ends before it begins */
export function requireReportPeriod(from: string, to: string): void {
  requireDayOrder(from, to)
  if (daysBetween(from, to) > limits.statementDays)
    throw problem.field('to', `Choose at most ${limits.statementDays} days`)
}

/**
 * Movements per day and kind of a period, both days included. Payments come from their own rows, because a payment that is shared in
 * full has no line of the business in the ledger; everything else comes from the ledger.
 */
export async function readDayMoves(
  { tx, merchant }: ReadContext,
  { from, to }: { from: string; to: string },
): Promise<DayMoves[]> {
  const { rows } = await tx.$client.query<DayMoves>({
    name: 'report_moves',
    text: `
      select to_char(paid_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day,
             case when is_card_check then 'card_check' else 'payment' end as kind, count(*) as count,
             sum(amount_kobo - fee_kobo - vat_kobo - shared_kobo)::bigint as "clearingKobo",
             0 as "reserveKobo", 0 as "advancesKobo", sum(amount_kobo)::bigint as "grossKobo",
             sum(fee_kobo)::bigint as "feesKobo", sum(vat_kobo)::bigint as "vatKobo", sum(shared_kobo)::bigint as "sharesKobo"
      from payments
      where merchant_id = $1::uuid and paid_at >= $2 and paid_at < $3
      group by 1, 2
      union all
      select to_char(entry.at at time zone 'Africa/Lagos', 'YYYY-MM-DD'),
             case when payment.is_card_check then 'card_check'
                  when entry.reference like 'payout:%:paid' then 'paid'
                  else split_part(entry.reference, ':', 1) end,
             count(distinct entry.id),
             coalesce(sum(line.amount_kobo) filter (where account.kind in ('pending', 'available', 'in_payout')), 0)::bigint,
             coalesce(sum(line.amount_kobo) filter (where account.kind = 'reserved'), 0)::bigint,
             coalesce(sum(line.amount_kobo) filter (where account.kind = 'advance'), 0)::bigint,
             0, 0, 0, 0
      from ledger_accounts account
      join ledger_lines line on line.account_id = account.id
      join ledger_entries entry on entry.id = line.entry_id
      left join refunds refund on refund.merchant_id = $1::uuid and entry.reference like 'refund:%'
        and refund.id::text = split_part(entry.reference, ':', 2)
      left join payments payment on payment.merchant_id = $1::uuid and payment.id = refund.payment_id
      where account.owner = $1::text and entry.at >= $2 and entry.at < $3 and entry.reference not like 'payment:%'
      group by 1, 2
      order by 1, 2`,
    values: [merchant.id, startOfDay(from), startOfDay(addDays(to, 1))],
  })
  return rows
}
