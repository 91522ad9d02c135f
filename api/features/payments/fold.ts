import type { Tx } from '../../database/connect.ts'
import { paidList } from './tables.ts'

const foldLock = 7_243_003

/**
 * Moves at most `limit` facts into the figures of their day and of their payment link, in one statement, so that
 * figures and facts together are exact at any time. Answers how many; fewer than `limit` means that none are left.
 */
export async function foldFacts(tx: Tx, limit: number): Promise<number> {
  // Two folders would wait for each other's days; the second leaves.
  const { rows: held } = await tx.$client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    foldLock,
  ])
  if (!held[0]!.mine) return 0
  const { rows } = await tx.$client.query<{ gone: number }>({
    name: 'payment_facts_fold',
    text: `
      with gone as (
        delete from payment_facts
        where id in (select id from payment_facts order by id limit $1 for update skip locked)
        returning *
      ), days as (
        insert into payment_days as old
          (merchant_id, day, status, channel, count, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo)
        select merchant_id, day, status, channel,
               sum(count), sum(amount_kobo), sum(fee_kobo), sum(vat_kobo), sum(net_kobo), sum(refunded_kobo)
        from gone group by merchant_id, day, status, channel
        on conflict (merchant_id, day, status, channel) do update
        set count = old.count + excluded.count,
            amount_kobo = old.amount_kobo + excluded.amount_kobo,
            fee_kobo = old.fee_kobo + excluded.fee_kobo,
            vat_kobo = old.vat_kobo + excluded.vat_kobo,
            net_kobo = old.net_kobo + excluded.net_kobo,
            refunded_kobo = old.refunded_kobo + excluded.refunded_kobo
      ), links as (
        insert into payment_link_totals as old (merchant_id, payment_link_id, started, count, amount_kobo)
        select merchant_id, payment_link_id, sum(count),
               coalesce(sum(count) filter (where status in ${paidList}), 0),
               coalesce(sum(amount_kobo - refunded_kobo) filter (where status in ${paidList}), 0)
        from gone where payment_link_id is not null
        group by merchant_id, payment_link_id
        on conflict (merchant_id, payment_link_id) do update
        set started = old.started + excluded.started,
            count = old.count + excluded.count, amount_kobo = old.amount_kobo + excluded.amount_kobo
      )
      select count(*) as gone from gone`,
    values: [limit],
  })
  return rows[0]!.gone
}
