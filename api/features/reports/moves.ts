import type { Mode } from '@adire/contract/call.ts'
import { limits } from '@adire/contract/limits.ts'
import { and, eq, notInArray } from 'drizzle-orm'
import type { ReadContext } from '../../context.ts'
import { problem, requireDayOrder } from '../../http/problem.ts'
import { addDays, daysBetween, startOfDay } from '../../lagos.ts'
import { ledgerAccounts } from '../../ledger/tables.ts'

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

/**
 * All movements of one kind on one Lagos day, in kobo: changes of the accounts of the business, and of its split recipients by its payments,
 * their refunds and disputes. Their sum is what payers paid, or got back.
 */
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
  /** Change of what split recipients have: their shares of payments, less what they give for refunds and disputes of them. */
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
  context: ReadContext,
  { from, to }: { from: string; to: string },
): Promise<DayMoves[]> {
  const period = [startOfDay(from), startOfDay(addDays(to, 1))] as const
  const paid = await readPaymentMoves(context, period)
  const other = await readLedgerMoves(context, period)
  return [...paid, ...other].sort((one, another) => (one.day < another.day ? -1 : one.day > another.day ? 1 : 0))
}

type Instants = readonly [from: Date, before: Date]

async function readPaymentMoves({ tx, merchant }: ReadContext, period: Instants): Promise<DayMoves[]> {
  const { rows } = await tx.$client.query<DayMoves>({
    name: 'report_payment_moves',
    text: `
      select to_char(day, 'YYYY-MM-DD') as day, case when is_card_check then 'card_check' else 'payment' end as kind, count,
             gross - fees - vat - shares as "clearingKobo", 0 as "reserveKobo", 0 as "advancesKobo",
             gross as "grossKobo", fees as "feesKobo", vat as "vatKobo", shares as "sharesKobo"
      from (
        select (paid_at at time zone 'Africa/Lagos')::date as day, is_card_check, count(*) as count,
               sum(amount_kobo)::bigint as gross, sum(fee_kobo)::bigint as fees, sum(vat_kobo)::bigint as vat,
               sum(shared_kobo)::bigint as shares
        from payments
        where merchant_id = $1::uuid and paid_at >= $2 and paid_at < $3
        group by 1, 2
      ) summed`,
    values: [merchant.id, ...period],
  })
  return rows
}

/** What refunds and disputes of shared payments take from split recipients, and give back to them. */
const isOfShares = `(entry.reference like 'refund:%' or entry.reference like 'dispute:%')`

/**
 * What the ledger has besides payments. The accounts are read first and the statement has no name, so that it is planned for their
 * number of lines, which is a million for some accounts and one for others: a join to the accounts would hide it.
 */
async function readLedgerMoves({ tx, merchant }: ReadContext, period: Instants): Promise<DayMoves[]> {
  const accounts = await tx
    .select({ id: ledgerAccounts.id, owner: ledgerAccounts.owner, kind: ledgerAccounts.kind })
    .from(ledgerAccounts)
    .where(
      and(
        eq(ledgerAccounts.merchantId, merchant.id),
        notInArray(ledgerAccounts.owner, ['TEST', 'LIVE'] satisfies Mode[]),
      ),
    )
  const kinds = accounts.map(({ owner, kind }) => (owner === merchant.id ? kind : 'share'))
  const { rows } = await tx.$client.query<DayMoves>({
    text: `
      select to_char(entry.at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as day,
             case when payment.is_card_check then 'card_check'
                  when entry.reference like 'payout:%:paid' then 'paid'
                  when entry.reference ~ '^payout_(return|late):.*:duty$' then 'payout'
                  when entry.reference ~ '^payout_(return|late):' then 'paid'
                  else split_part(entry.reference, ':', 1) end as kind,
             count(distinct entry.id) as count,
             coalesce(sum(line.amount_kobo) filter (where account.kind in ('pending', 'available', 'in_payout')), 0)::bigint
               as "clearingKobo",
             coalesce(sum(line.amount_kobo) filter (where account.kind = 'reserved'), 0)::bigint as "reserveKobo",
             coalesce(sum(line.amount_kobo) filter (where account.kind = 'advance'), 0)::bigint as "advancesKobo",
             0 as "grossKobo", 0 as "feesKobo", 0 as "vatKobo",
             coalesce(sum(line.amount_kobo) filter (where account.kind = 'share'), 0)::bigint as "sharesKobo"
      from ledger_lines line
      cross join lateral (select ($5::text[])[array_position($4::uuid[], line.account_id)] as kind) account
      join ledger_entries entry on entry.merchant_id = $1::uuid and entry.id = line.entry_id
      left join refunds refund on refund.merchant_id = $1::uuid and entry.reference like 'refund:%'
        and refund.id::text = split_part(entry.reference, ':', 2)
      left join payments payment on payment.merchant_id = $1::uuid and payment.id = refund.payment_id
      where line.merchant_id = $1::uuid and line.account_id = any($4::uuid[]) and entry.at >= $2 and entry.at < $3
        and entry.reference not like 'payment:%' and (account.kind <> 'share' or ${isOfShares})
      group by 1, 2
      order by 1, 2`,
    values: [merchant.id, ...period, accounts.map(({ id }) => id), kinds],
  })
  return rows
}
