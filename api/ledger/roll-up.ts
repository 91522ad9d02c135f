import type { Tx } from '../database/connect.ts'

/**
 * Adds at most `limit` deltas to the snapshots of their accounts, so that balances are fast to read. Returns the number of
 * deltas; fewer than `limit` means that none are left.
 *
 * One statement deletes a delta and adds it to the snapshot, so every statement of every transaction sees each amount exactly
 * once: no lock, clock or transaction id is needed. A delta that is committed late is rolled up later. Several processes may run
 * this at the same time: each takes different deltas (`skip locked`), and all update snapshots in the same order.
 */
export async function rollUpLedger(tx: Tx, limit: number): Promise<number> {
  // Without a name, so it is planned anew: a plan made while the table was empty compares each of thousands of deltas with each.
  const { rows } = await tx.$client.query<{ rolled_up: number }>({
    text: `
      with due as materialized (
        select account_id, entry_id from ledger_deltas limit $1 for update skip locked
      ), rolled_up as (
        delete from ledger_deltas delta using due
        where delta.account_id = due.account_id and delta.entry_id = due.entry_id
        returning delta.account_id, delta.amount_kobo
      ), snapshot as (
        insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
        select summed.*, (select merchant_id from ledger_accounts account where account.id = account_id)
        from (select account_id, sum(amount_kobo) from rolled_up group by account_id) summed order by account_id
        on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo,
          merchant_id = excluded.merchant_id
      )
      select count(*) as rolled_up from rolled_up`,
    values: [limit],
  })
  return rows[0]!.rolled_up
}
