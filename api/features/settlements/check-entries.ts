import { paidList } from '../payments/tables.ts'
import { atOnce, type CheckPage, toCheckedPage } from './check-pages.ts'

/**
 * Checks that every entry has all its lines, which are of its merchant and sum to zero, that a payment's entry belongs to a paid payment, and that
 * each line to settle is either unsettled or in one settlement, with its amount.
 */
export const entriesAmiss: CheckPage = async (tx, after) => {
  const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
    `select entry.id as key, case
       when count(line.entry_id) < 2 or sum(line.amount_kobo) <> 0 or entry.line_count not in (0, count(line.entry_id))
       then format('The entry %s has %s lines that add up to %s kobo', entry.reference, count(line.entry_id),
                   coalesce(sum(line.amount_kobo), 0))
       when bool_or(line.merchant_id is distinct from entry.merchant_id)
         or bool_or(account.merchant_id <> entry.merchant_id)
       then format('The entry %s is of the merchant %s, but not all of its lines', entry.reference, entry.merchant_id)
       when entry.reference like 'payment:%' and not coalesce(bool_or(payment.id is not null), false)
       then format('The entry %s is of no payment that was paid', entry.reference)
       when bool_or(account.kind in ('pending', 'available') and entry.reference !~ '^(settlement|payout):'
                    and coalesce(unsettled.kobo, 0) + coalesce(settled.kobo, 0) <> line.amount_kobo)
         or bool_or(unsettled.kobo is not null and settled.kobo is not null)
       then format('A line of the entry %s is not once among what is to be settled or was settled', entry.reference) end as fault
     from (select * from ledger_entries where $1::uuid is null or id > $1 order by id limit ${atOnce}) entry
     left join ledger_lines line on line.entry_id = entry.id
     left join ledger_accounts account on account.id = line.account_id
     left join split_recipients recipient on account.kind in ('pending', 'available') and recipient.id::text = account.owner
     left join payments payment on entry.reference like 'payment:%' and account.kind = 'pending'
       and payment.merchant_id::text = coalesce(recipient.merchant_id::text, account.owner)
       and 'payment:' || payment.id = entry.reference and payment.status in ${paidList}
     left join lateral (
       select amount_kobo as kobo from ledger_unsettled_lines waiting
       where waiting.account_id = line.account_id and waiting.entry_id = line.entry_id
     ) unsettled on account.kind in ('pending', 'available')
     left join lateral (
       select sum(known.amount_kobo) as kobo from settlement_lines known
       where known.merchant_id = coalesce(recipient.merchant_id, case when account.kind in ('pending', 'available') then account.owner::uuid end)
         and known.entry_id = line.entry_id and known.owner_id::text = account.owner and known.account = account.kind
     ) settled on account.kind in ('pending', 'available')
     group by entry.id, entry.reference, entry.line_count, entry.merchant_id order by entry.id`,
    [after ?? null],
  )
  return toCheckedPage(rows)
}

/** Checks that every unsettled line, or delta not rolled up yet, is a line of the ledger with the same amount and merchant. */
export const copiesAmiss =
  (table: 'ledger_deltas' | 'ledger_unsettled_lines'): CheckPage =>
  async (tx, after) => {
    const { rows } = await tx.$client.query<{ key: string; fault: string | null }>(
      `select copy.account_id || '/' || copy.entry_id as key, case
       when line.amount_kobo is distinct from copy.amount_kobo
       then format('%s kobo of the entry %s are waiting in ${table}; the ledger has %s', copy.amount_kobo,
                   coalesce(entry.reference, copy.entry_id::text), coalesce(line.amount_kobo, 0))
       when copy.merchant_id <> line.merchant_id
       then format('An amount of the entry %s is waiting in ${table} for the merchant %s', entry.reference, copy.merchant_id)
       end as fault
     from (
       select * from ${table} where $1::uuid is null or (account_id, entry_id) > ($1, $2::uuid)
       order by account_id, entry_id limit ${atOnce}
     ) copy
     left join ledger_lines line on line.entry_id = copy.entry_id and line.account_id = copy.account_id
     left join ledger_entries entry on entry.id = copy.entry_id
     order by copy.account_id, copy.entry_id`,
      after?.split('/') ?? [null, null],
    )
    return toCheckedPage(rows)
  }
