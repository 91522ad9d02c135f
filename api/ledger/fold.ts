import type { Tx } from '../database/connect.ts'

const foldLock = 7_243_002

/**
 * Moves lines into snapshots, for at most `limit` accounts after the given one, so that balances stay quick to read.
 * Answers the account to go on after, or undefined when all were seen; a balance is the same before and after.
 *
 * Only lines of transactions below the watermark are folded: every transaction numbered below it has ended, so none of
 * its lines can appear later. Ids or times would not do, because a lower one may be committed later.
 */
export async function fold(tx: Tx, limit: number, after?: string): Promise<string | undefined> {
  // A second folder would count the same lines again; it leaves, and the first does its work.
  const { rows: held } = await tx.$client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock($1) as mine', [
    foldLock,
  ])
  if (!held[0]!.mine) return undefined
  const { rows } = await tx.$client.query<{ seen: number; last: string | null }>({
    name: 'ledger_fold',
    text: `
      with mark as materialized (select pg_snapshot_xmin(pg_current_snapshot()) as upto),
      account as materialized (
        select id from ledger_accounts where $1::uuid is null or id > $1 order by id limit $2
      ), tail as (
        select account.id, sum(line.amount_kobo) as amount_kobo, mark.upto
        from mark, account
        left join ledger_snapshots snapshot on snapshot.account_id = account.id
        join ledger_lines line on line.account_id = account.id and line.xid >= coalesce(snapshot.upto, '0')
        where line.xid < mark.upto
        group by account.id, mark.upto
      ), folded as (
        insert into ledger_snapshots (account_id, balance_kobo, upto) select * from tail
        on conflict (account_id) do update
        set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo, upto = excluded.upto
      )
      select count(*) as seen, (array_agg(id order by id desc))[1] as last from account`,
    values: [after ?? null, limit],
  })
  const { seen, last } = rows[0]!
  return seen === limit ? last! : undefined
}
