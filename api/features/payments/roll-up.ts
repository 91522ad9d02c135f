import type { Tx } from '../../database/connect.ts'
import { tryLock } from '../../database/try-lock.ts'
import { addText } from './stats.ts'

const rollUpLock = 7_243_003

/**
 * Moves at most `limit` stat deltas into the stats of their day and their payment link, in one statement, so that stats plus
 * deltas are exact at any time. Returns the number of deltas; fewer than `limit` means that none are left. It locks no rows, which a
 * distributed table allows for one business only (decision 96): a delta is counted by who deletes it.
 */
export async function rollUpPaymentStats(tx: Tx, limit: number): Promise<number> {
  // Two processes at a time would wait for each other's rows, so the second one returns.
  if (!(await tryLock(tx, rollUpLock))) return 0
  // Without a name, so it is planned anew: a plan made while the table was empty compares each of thousands of deltas with each.
  const { rows } = await tx.$client.query<{ gone: number }>({
    text: `
      with due as materialized (
        select merchant_id, id from payment_stat_deltas order by id limit $1
      ), gone as (
        delete from payment_stat_deltas delta using due
        where delta.merchant_id = due.merchant_id and delta.id = due.id
        returning delta.*
      ), days as (
        ${addText('payment_days', 'gone')}
      ), day_totals as (
        ${addText('payment_day_totals', 'gone')}
      ), links as (
        ${addText('payment_link_totals', 'gone')}
      )
      select count(*) as gone from gone`,
    values: [limit],
  })
  return rows[0]!.gone
}
