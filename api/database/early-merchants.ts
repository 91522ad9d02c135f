import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { isDatabaseError, retryLockFailures } from './lock-failures.ts'

const migration = '0099_keys-of-the-ledger'
/** Tables whose `merchant_id` the migration makes `not null`. */
const tables = [
  ...['ledger_accounts', 'ledger_entries', 'ledger_lines'],
  ...['ledger_deltas', 'ledger_unsettled_lines', 'ledger_snapshots'],
]
/** The merchant of what concerns no merchant, and an id before all others. */
const zeros = '00000000-0000-0000-0000-000000000000'
/** Rows per statement; each statement is a transaction. */
const rowsAtOnce = 1_000
const rounds = 3

/**
 * Fills the merchants of the ledger that are missing, while payments continue. What was done before an interruption is kept, and several
 * processes may run it at once. In a new database, or one so old that an earlier missing migration adds the column, the migration fills it
 * (decision 106).
 */
export async function fillLedgerMerchants(client: pg.Client, missing: readonly string[]): Promise<void> {
  if (await isNeeded(client, missing)) await fillMissing(client)
}

/**
 * Proves by check constraints that no row of the ledger lacks its merchant, so that the migration reads none. They are validated while
 * the tables are read and written. The caller holds the lock of migrations.
 * @throws Error that says what to do, if there are rows whose merchant nothing tells
 */
export async function proveLedgerMerchants(client: pg.Client, missing: readonly string[]): Promise<void> {
  if (!(await isNeeded(client, missing))) return
  for (const table of tables) await forbidMissing(client, table)
  for (const table of tables) await validate(client, table)
}

const isNeeded = async (client: pg.Client, missing: readonly string[]) =>
  missing.includes(migration) && (await hasMerchants(client)) && !(await isProved(client))

async function hasMerchants(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('ledger_merchant_fills')`,
  )
  return rowCount! > 0
}

async function isProved(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_constraint where conname = any($1) and convalidated', [
    tables.map(constraintOf),
  ])
  return rowCount === tables.length
}

const constraintOf = (table: string) => `${table}_early_merchant`

const ownerId = `case when account.owner not in ('TEST', 'LIVE') then account.owner::uuid end`

const accountText = `
  with account as materialized (
    select id, owner from ledger_accounts where merchant_id is null limit $1 for no key update
  )
  update ledger_accounts filled set merchant_id = coalesce(recipient.merchant_id, ${ownerId}, '${zeros}')
  from account left join split_recipients recipient on recipient.id = ${ownerId}
  where filled.id = account.id`

/** Id in the reference `dispute:<id>:<number>`. */
const aboutDispute = `case when batch.reference ~ '^dispute:[0-9a-f]{8}-[0-9a-f-]{27}:' then split_part(batch.reference, ':', 2)::uuid end`

/**
 * Entries and their lines, in the order of their ids. The merchant is that of any account that belongs to one. An entry between accounts
 * of the platform alone is of a dispute of which nothing was held, or the platform's own. The locked row is that of the job of the
 * version before, which would fill the same entries.
 */
const entryText = `
  with fill as materialized (
    select from ledger_merchant_fills where name = 'entries' for no key update
  ), batch as materialized (
    select entry.* from fill cross join lateral (
      select id, reference, merchant_id from ledger_entries where id > $2::uuid order by id limit $1
    ) entry
  ), missing as materialized (
    select batch.id, coalesce(
      (select account.merchant_id from ledger_lines line
       join ledger_accounts account on account.id = line.account_id and account.owner not in ('TEST', 'LIVE')
       where line.entry_id = batch.id limit 1),
      (select merchant_id from disputes where id = ${aboutDispute}),
      '${zeros}'
    ) as merchant_id
    from batch where batch.merchant_id is null
  ), entry as (
    update ledger_entries entry set merchant_id = missing.merchant_id from missing where entry.id = missing.id
  ), line as (
    update ledger_lines line set merchant_id = missing.merchant_id from missing where line.entry_id = missing.id
  )
  select (select count(*) from batch)::int as seen, (select count(*) from missing)::int as filled,
         (select id from batch order by id desc limit 1) as last`

/** Rows of other tables with the key account and entry, which have the merchant of one of them. */
const copyText = (table: string, key: readonly string[], of: string, id: string) => `
  with due as materialized (
    select ${key.map((column) => `copy.${column}`).join(', ')}, source.merchant_id
    from ${table} copy join ${of} source on source.id = copy.${id}
    where copy.merchant_id is null limit $1 for no key update of copy skip locked
  )
  update ${table} filled set merchant_id = due.merchant_id from due
  where ${key.map((column) => `filled.${column} = due.${column}`).join(' and ')}`
const lineKey = ['account_id', 'entry_id']

async function fillMissing(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ledger_merchant_fills (name, up_to_entry_id) values ('entries', '${zeros}') on conflict do nothing`,
  )
  await repeat((limit) => fillRows(client, accountText, limit))
  let last: string | null = zeros
  await repeat(async (limit) => {
    const { rows } = await client.query<{ seen: number; filled: number; last: string | null }>(entryText, [limit, last])
    last = rows[0]!.last ?? last
    return rows[0]!
  })
  for (const text of [
    copyText('ledger_deltas', lineKey, 'ledger_entries', 'entry_id'),
    copyText('ledger_unsettled_lines', lineKey, 'ledger_entries', 'entry_id'),
    copyText('ledger_snapshots', ['account_id'], 'ledger_accounts', 'account_id'),
  ])
    await repeat((limit) => fillRows(client, text, limit))
}

async function fillRows(client: pg.Client, text: string, limit: number) {
  const { rowCount } = await client.query(text, [limit])
  return { seen: rowCount!, filled: rowCount! }
}

/** Repeats a fill until it sees fewer rows than it may. It works at most half of the time, so that payments do not become slow. */
async function repeat(fill: (limit: number) => Promise<{ seen: number; filled: number }>) {
  for (let seen = rowsAtOnce; seen === rowsAtOnce; ) {
    const startedAt = performance.now()
    const batch = await fill(rowsAtOnce)
    seen = batch.seen
    if (batch.filled > 0 && seen === rowsAtOnce) await pause(performance.now() - startedAt)
  }
}

/** From now on each new row has a merchant. A process of the version before writes it. */
async function forbidMissing(client: pg.Client, table: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_constraint where conrelid = to_regclass($1) and conname = $2',
    [table, constraintOf(table)],
  )
  if (rowCount! > 0) return
  await alterTable(
    client,
    `alter table ${table} add constraint ${constraintOf(table)} check (merchant_id is not null) not valid`,
  )
}

async function validate(client: pg.Client, table: string): Promise<void> {
  for (let round = 1; ; round++)
    try {
      return await alterTable(client, `alter table ${table} validate constraint ${constraintOf(table)}`)
    } catch (error) {
      if (!isDatabaseError(error, checkViolation)) throw error
      if (round === rounds)
        throw new Error(
          `Rows of ${table} have no merchant, because the entry or account that they belong to is missing. ` +
            'The version before still works. Run "npm run operator -- ledger check" with it, correct these rows, and migrate again.',
          { cause: error },
        )
      await fillMissing(client) // rows that were written since, or locked
    }
}

/** While it waits for its lock, payments wait behind it, so it gives up early and tries again. */
async function alterTable(client: pg.Client, text: string): Promise<void> {
  await client.query(`set lock_timeout = ${lockTimeoutMs}`)
  try {
    await retryLockFailures(() => client.query(text))
  } finally {
    await client.query('reset lock_timeout').catch(() => {}) // the connection ended
  }
}

const lockTimeoutMs = 1000
const checkViolation = '23514'
