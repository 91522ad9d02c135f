import type { Tx } from '../database/connect.ts'
import { platformMerchantId } from './accounts.ts'

/** An account of the platform that has lines of all merchants, which versions before migration 99 wrote. */
export interface SharedAccount {
  id: string
  owner: string
  kind: string
}

export async function listSharedAccounts(tx: Tx): Promise<SharedAccount[]> {
  const { rows } = await tx.$client.query<SharedAccount>({
    name: 'ledger_shared_accounts',
    text: `select id, owner, kind from ledger_accounts
           where owner in ('TEST', 'LIVE') and merchant_id = '${platformMerchantId}' order by id`,
  })
  return rows
}

/** Lines of merchants on the account $1 after the entry $2, at most $3, that are in its snapshot. */
const batchText = `
  select line.entry_id, line.merchant_id from ledger_lines line
  where line.account_id = $1::uuid and line.merchant_id <> '${platformMerchantId}' and line.entry_id > $2::uuid
    and not exists (
      select from ledger_deltas delta where delta.account_id = line.account_id and delta.entry_id = line.entry_id
    )
  order by line.entry_id limit $3`

/**
 * Moves lines of merchants from an account that all share to the account of the same kind of each merchant (decision 106), at most `limit`
 * in the order of their entries after `after`. Returns the last entry; undefined when none is left.
 *
 * A line that still has a delta is not in the snapshot yet, and waits. One statement moves lines and their sums in the snapshots, so every
 * statement of every transaction sees each amount exactly once. Of two processes at once, one moves a line. Snapshots are updated in the
 * order of a roll-up.
 */
export async function movePlatformLines(
  tx: Tx,
  { id, owner, kind }: SharedAccount,
  after: string,
  limit: number,
): Promise<string | undefined> {
  await tx.$client.query({
    name: 'ledger_open_moved',
    text: `insert into ledger_accounts (owner, kind, merchant_id)
           select distinct $4, $5, batch.merchant_id from (${batchText}) batch order by 3 on conflict do nothing`,
    values: [id, after, limit, owner, kind],
  })
  const { rows } = await tx.$client.query<{ last: string }>({
    name: 'ledger_move_lines',
    text: `
      with batch as materialized (${batchText}), moved as (
        update ledger_lines line set account_id = target.id
        from batch join ledger_accounts target on target.owner = $4 and target.kind = $5 and target.merchant_id = batch.merchant_id
        where line.entry_id = batch.entry_id and line.account_id = $1::uuid and line.merchant_id = batch.merchant_id
        returning line.account_id, line.amount_kobo, line.merchant_id
      ), snapshot as (
        insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
        select account_id, kobo, merchant_id from (
          select account_id, sum(amount_kobo) as kobo, merchant_id from moved group by account_id, merchant_id
          union all select $1::uuid, -sum(amount_kobo), '${platformMerchantId}'::uuid from moved having count(*) > 0
        ) summed order by account_id
        on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo
      )
      select entry_id as last from batch order by entry_id desc limit 1`,
    values: [id, after, limit, owner, kind],
  })
  return rows[0]?.last
}
