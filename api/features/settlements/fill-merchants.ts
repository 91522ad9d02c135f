import { setTimeout as pause } from 'node:timers/promises'
import type { Tx } from '../../database/connect.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { platformMerchantId } from '../../ledger/accounts.ts'

export interface FillLimits {
  /** Rows per statement; each statement is a transaction. */
  atOnce: number
  /** Time of a run. The rest waits for the next run. */
  runMs: number
}

const standardLimits: FillLimits = { atOnce: 1_000, runMs: 240_000 }

/** Fills at most so many rows after the id `last` of the batch before. `seen` below the limit means that none are left. */
type Fill = (tx: Tx, atOnce: number, last: string) => Promise<{ seen: number; last: string }>

/**
 * Fills the merchant in the rows of the ledger that a version before wrote without one (decision 106). May be killed at any time, and run
 * while such a version still writes: the next run finds its rows. Of two processes at once, one fills entries. It works at most half of
 * the time, and waits for no lock that a payment or settlement has. Returns false if its time ended first.
 */
export async function fillLedgerMerchants(
  { write }: Pick<JobUnitOfWork, 'write'>,
  { atOnce, runMs }: FillLimits = standardLimits,
): Promise<boolean> {
  const endsAt = performance.now() + runMs
  await write(({ tx }) =>
    tx.$client.query(
      `insert into ledger_merchant_fills (name, up_to_entry_id) values ('entries', '${platformMerchantId}') on conflict do nothing`,
    ),
  )
  for (const fill of [fillAccounts, fillEntries, fillUnsettledLines, fillSnapshots]) {
    let last = platformMerchantId
    for (let isFull = true; isFull; ) {
      const startedAt = performance.now()
      if (startedAt > endsAt) return false
      const after = last
      const batch = await write(({ tx }) => fill(tx, atOnce, after))
      last = batch.last
      isFull = batch.seen === atOnce
      if (isFull) await pause(performance.now() - startedAt)
    }
  }
  return true
}

const ownerId = `case when account.owner not in ('TEST', 'LIVE') then account.owner::uuid end`

/** Id in the reference `dispute:<id>:<number>`. */
const aboutDispute = `case when batch.reference ~ '^dispute:[0-9a-f]{8}-[0-9a-f-]{27}:' then split_part(batch.reference, ':', 2)::uuid end`

/**
 * Entries and their lines, in the order of their ids, which is that of time. The merchant is that of any account that belongs to one. An
 * entry between accounts of the platform alone is of a dispute of which nothing was held, or the platform's own. The position that
 * is stored stays ten minutes behind, because an entry may be committed after a later one.
 */
const fillEntries: Fill = async (tx, atOnce, after) => {
  const { rows } = await tx.$client.query<{ seen: number; last: string | null }>({
    name: 'ledger_fill_entries',
    text: `
      with progress as materialized (
        select up_to_entry_id from ledger_merchant_fills where name = 'entries' for no key update skip locked
      ), batch as materialized (
        select entry.* from progress cross join lateral (
          select id, reference, merchant_id from ledger_entries
          where id > greatest(progress.up_to_entry_id, $1::uuid) order by id limit $2
        ) entry
      ), missing as materialized (
        select batch.id, coalesce(
          (select coalesce(account.merchant_id, recipient.merchant_id, ${ownerId})
           from ledger_lines line
           join ledger_accounts account on account.id = line.account_id and account.owner not in ('TEST', 'LIVE')
           left join split_recipients recipient on recipient.id = ${ownerId}
           where line.entry_id = batch.id limit 1),
          (select merchant_id from disputes where id = ${aboutDispute}),
          '${platformMerchantId}'
        ) as merchant_id
        from batch where batch.merchant_id is null
      ), entry as (
        update ledger_entries entry set merchant_id = missing.merchant_id from missing where entry.id = missing.id
      ), line as (
        update ledger_lines line set merchant_id = missing.merchant_id from missing where line.entry_id = missing.id
      ), last as (
        select id from batch order by id desc limit 1
      ), moved as (
        update ledger_merchant_fills set up_to_entry_id = greatest(up_to_entry_id, least(last.id, (
          lpad(to_hex((extract(epoch from now() - interval '10 minutes') * 1000)::bigint), 12, '0') || repeat('0', 20)
        )::uuid)) from last where name = 'entries'
      )
      select (select count(*) from batch) as seen, (select id from last) as last`,
    values: [after, atOnce],
  })
  const { seen, last } = rows[0]!
  return { seen, last: last ?? after }
}

/** A fill of rows without a merchant, wherever they are. Rows that others have locked wait for the next run. */
const fillBy =
  (name: string, text: string): Fill =>
  async (tx, atOnce, last) => {
    const { rowCount } = await tx.$client.query({ name, text, values: [atOnce] })
    return { seen: rowCount ?? 0, last }
  }

const fillAccounts = fillBy(
  'ledger_fill_accounts',
  `with account as materialized (
     select id, owner from ledger_accounts where merchant_id is null limit $1 for no key update skip locked
   )
   update ledger_accounts filled set merchant_id = coalesce(recipient.merchant_id, ${ownerId}, '${platformMerchantId}')
   from account left join split_recipients recipient on recipient.id = ${ownerId}
   where filled.id = account.id`,
)

/** Rows that have the merchant of their account: neither table has lines of a merchant on an account of the platform. */
const fromAccounts = (table: string, key: readonly string[]) => `
  with due as materialized (
    select ${key.map((column) => `copy.${column}`).join(', ')}, account.merchant_id
    from ${table} copy join ledger_accounts account on account.id = copy.account_id and account.merchant_id is not null
    where copy.merchant_id is null limit $1 for no key update of copy skip locked
  )
  update ${table} filled set merchant_id = due.merchant_id from due
  where ${key.map((column) => `filled.${column} = due.${column}`).join(' and ')}`

const fillUnsettledLines = fillBy(
  'ledger_fill_unsettled',
  fromAccounts('ledger_unsettled_lines', ['account_id', 'entry_id']),
)
const fillSnapshots = fillBy('ledger_fill_snapshots', fromAccounts('ledger_snapshots', ['account_id']))
