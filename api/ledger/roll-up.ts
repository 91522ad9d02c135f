import type { Tx } from '../database/connect.ts'
import { tryLock } from '../database/try-lock.ts'

const rollUpLock = 7_243_007

/**
 * Adds at most `limit` deltas to the snapshots of their accounts, so that balances are fast to read. Returns the number of
 * deltas; fewer than `limit` means that none are left.
 *
 * One statement deletes a delta and adds it to the snapshot, so every statement of every transaction sees each amount exactly
 * once: no lock of rows, clock or transaction id is needed. A delta that is committed late is rolled up later. Snapshots are updated in
 * one order.
 */
export async function rollUpLedger(tx: Tx, limit: number): Promise<number> {
  // Two processes at a time would wait for each other's rows, so the second one returns.
  if (!(await tryLock(tx, rollUpLock))) return 0
  // Without a name, so it is planned anew: a plan made while the table was empty compares each of thousands of deltas with each.
  const { rows } = await tx.$client.query<{ rolled_up: number }>({
    text: `
      with due as materialized (
        select account_id, entry_id, merchant_id from ledger_deltas limit $1
      ), rolled_up as (
        delete from ledger_deltas delta using due
        where delta.account_id = due.account_id and delta.entry_id = due.entry_id and delta.merchant_id = due.merchant_id
        returning delta.account_id, delta.merchant_id, delta.amount_kobo
      ), snapshot as (
        insert into ledger_snapshots (account_id, merchant_id, balance_kobo)
        select account_id, merchant_id, sum(amount_kobo) from rolled_up group by account_id, merchant_id order by account_id
        on conflict (account_id, merchant_id) do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo
      )
      select count(*) as rolled_up from rolled_up`,
    values: [limit],
  })
  return rows[0]!.rolled_up
}
