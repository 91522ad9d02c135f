import type { Tx } from '../../database/connect.ts'

/**
 * Compares the ledger with the records of processors: their fees with `processor_fees`, and the amounts that left a processor's balance
 * with the other side of these entries.
 */
export async function findProcessorFaults(tx: Tx): Promise<string[]> {
  await tx.$client.query(`set local statement_timeout = '300s'`)
  const { rows } = await tx.$client.query<{ fault: string }>(`
    with recorded as (
      select coalesce(sum(booked_fee_kobo), 0)::bigint as fees, coalesce(sum(booked_transfer_kobo), 0)::bigint as transferred
      from processor_records
    ), posted as (
      select -coalesce(sum(line.amount_kobo) filter (where account.kind = 'processor_fees'), 0)::bigint as fees,
             -coalesce(sum(line.amount_kobo) filter (where account.kind = 'bank'), 0)::bigint as transferred
      from ledger_entries entry
      join ledger_lines line on line.entry_id = entry.id and line.merchant_id = entry.merchant_id
      join ledger_accounts account on account.id = line.account_id and account.merchant_id = entry.merchant_id
      where entry.reference >= 'processor:' and entry.reference < 'processor;'
    )
    select format('The records of processors have fees of %s and transfers of %s kobo; the ledger’s are %s and %s', recorded.fees,
                  recorded.transferred, posted.fees, posted.transferred) as fault
    from recorded, posted where (recorded.fees, recorded.transferred) <> (posted.fees, posted.transferred)`)
  return rows.map(({ fault }) => fault)
}
