import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

const migration = '0100_snapshots-by-merchant'
/** The migration that gives each merchant accounts of the platform. Without it the migration moves the lines itself. */
const earlier = '0099_keys-of-the-ledger'
/** The merchant of the platform's own lines and of the accounts that all merchants shared, and an id before all others. */
const platform = '00000000-0000-0000-0000-000000000000'
/** Rows per statement; each statement is a transaction. */
const rowsAtOnce = 1_000

/** An account of the platform on which versions before migration 99 posted for all merchants. */
interface SharedAccount {
  id: string
  owner: string
  kind: string
}

/**
 * Moves the lines of merchants that are left on shared accounts of the platform to those of each merchant, while payments continue: the
 * version before posts none there any more, and its job may be at work at the same time (decision 106). May be killed at any time, and
 * several processes may run it at once. It works at most half of the time, so that payments do not become slow.
 */
export async function moveSharedLines(
  client: pg.Client,
  missing: readonly string[],
  atOnce = rowsAtOnce,
): Promise<void> {
  if (!missing.includes(migration) || missing.includes(earlier)) return
  const { rows: accounts } = await client.query<SharedAccount>(
    `select id, owner, kind from ledger_accounts where owner in ('TEST', 'LIVE') and merchant_id = '${platform}' order by id`,
  )
  for (const account of accounts) {
    await repeat(async () => (await client.query(rollUpText, [account.id, atOnce])).rows[0].rolled_up > 0)
    let last: string | undefined = platform
    await repeat(async () => {
      last = await moveBatch(client, account, last!, atOnce)
      return last !== undefined
    })
  }
}

async function repeat(work: () => Promise<boolean>): Promise<void> {
  for (;;) {
    const startedAt = performance.now()
    if (!(await work())) return
    await pause(performance.now() - startedAt)
  }
}

/**
 * Adds deltas of merchants on the account $1 to its snapshot, at most $2. A line with a delta is not in the snapshot yet, so it cannot be moved.
 * Waits for roll-ups of other processes, which skip what this statement has locked.
 */
const rollUpText = `
  with due as materialized (
    select entry_id from ledger_deltas where account_id = $1 and merchant_id <> '${platform}' limit $2
  ), rolled_up as (
    delete from ledger_deltas delta using due where delta.account_id = $1 and delta.entry_id = due.entry_id
    returning delta.amount_kobo
  ), snapshot as (
    insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
    select $1, sum(amount_kobo), '${platform}' from rolled_up having count(*) > 0
    on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo
  )
  select (select count(*) from due)::int as rolled_up`

/** Lines of merchants on the account $1 after the entry $2, at most $3, that are in its snapshot. */
const batchText = `
  select line.entry_id, line.merchant_id from ledger_lines line
  where line.account_id = $1::uuid and line.merchant_id <> '${platform}' and line.entry_id > $2::uuid
    and not exists (
      select from ledger_deltas delta where delta.account_id = line.account_id and delta.entry_id = line.entry_id
    )
  order by line.entry_id limit $3`

/**
 * Moves lines to the accounts of their merchants in the order of their entries after `after`. Returns the last entry; undefined when none
 * is left. One statement moves lines and their sums in the snapshots, so every statement of every transaction sees each amount exactly once.
 * Of two processes at once, one moves a line. Snapshots are updated in the order of a roll-up.
 */
async function moveBatch(
  client: pg.Client,
  { id, owner, kind }: SharedAccount,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const values = [id, after, limit, owner, kind]
  await client.query(
    `insert into ledger_accounts (owner, kind, merchant_id)
     select distinct $4, $5, batch.merchant_id from (${batchText}) batch order by 3 on conflict do nothing`,
    values,
  )
  const { rows } = await client.query<{ last: string }>(
    `with batch as materialized (${batchText}), moved as (
       update ledger_lines line set account_id = target.id
       from batch join ledger_accounts target on target.owner = $4 and target.kind = $5 and target.merchant_id = batch.merchant_id
       where line.entry_id = batch.entry_id and line.account_id = $1::uuid and line.merchant_id = batch.merchant_id
       returning line.account_id, line.amount_kobo, line.merchant_id
     ), snapshot as (
       insert into ledger_snapshots (account_id, balance_kobo, merchant_id)
       select account_id, kobo, merchant_id from (
         select account_id, sum(amount_kobo) as kobo, merchant_id from moved group by account_id, merchant_id
         union all select $1::uuid, -sum(amount_kobo), '${platform}'::uuid from moved having count(*) > 0
       ) summed order by account_id
       on conflict on constraint ledger_snapshots_pkey do update set balance_kobo = ledger_snapshots.balance_kobo + excluded.balance_kobo
     )
     select entry_id as last from batch order by entry_id desc limit 1`,
    values,
  )
  return rows[0]?.last
}
