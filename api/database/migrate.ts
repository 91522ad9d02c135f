import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { migrationsUrl } from '../files/paths.ts'
import { createEarlyBounds } from './early-bounds.ts'
import { createEarlyIndexes } from './early-indexes.ts'
import { moveSharedLines } from './early-lines.ts'
import { fillLedgerMerchants, proveLedgerMerchants } from './early-merchants.ts'
import { collectEarlyStatistics } from './early-statistics.ts'
import knownHolidays from './holidays.json' with { type: 'json' }
import { retryLockFailures } from './lock-failures.ts'
import { asOneClient } from './one-client.ts'

const lock = 7_243_001
/**
 * Lock timeout of a migration, in ms. While it waits for a table, all payments wait behind it, so it gives up early. Half of
 * `deadlock_timeout` (1 s): in a deadlock it gives up before PostgreSQL ends a payment's transaction, even if that began to wait
 * half a second before.
 */
const lockTimeoutMs = 500

/**
 * Migrates the database at `url`, and inserts the known holidays of each year that has none: a year edited by the operator
 * is not changed. Indexes and constraints of large tables are created first, while payments continue. Processes that start together wait for
 * the one that migrates. If another process has locked a table that must change, or waits for the migration in turn, the
 * migration is retried for a few minutes. Returns the names of the migrations that were missing.
 */
export async function migrateDatabase(url: string): Promise<string[]> {
  return asOneClient(url, async (client) => {
    const early = await listMissingMigrations(client)
    await fillLedgerMerchants(client, early)
    await moveSharedLines(client, early)
    await collectEarlyStatistics(client, early)
    await createEarlyIndexes(client, early)
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    const missing = await listMissingMigrations(client)
    await defineUuidv7(client)
    await createEarlyBounds(client, missing)
    await proveLedgerMerchants(client, missing)
    await retryLockFailures(() => applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(migrationsUrl) }))
    await insertKnownHolidays(client)
    return missing
  })
}

/**
 * For commands, and for processes that do not migrate at their start.
 * @throws Error that names the missing migrations and the command
 */
export async function requireMigrations(url: string): Promise<void> {
  const missing = await asOneClient(url, listMissingMigrations)
  if (missing.length === 0) return
  const names =
    missing.length > 3 ? `${missing.slice(0, 3).join(', ')} and ${missing.length - 3} more` : missing.join(', ')
  throw new Error(
    `The database lacks ${missing.length === 1 ? 'the migration' : 'the migrations'} ${names}. ` +
      'Run "npm run operator -- migrate" first.',
  )
}

/**
 * Names of the migrations of this version that the database does not have, in their order. A database that is newer than this
 * version lacks none: migrations expand the schema first, so the previous version continues to work (decision 84).
 */
async function listMissingMigrations(client: pg.Client): Promise<string[]> {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', migrationsUrl), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const { rows } = await client.query<{ isNew: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is null as "isNew"`,
  )
  if (rows[0]!.isNew) return journal.entries.map(({ tag }) => tag)
  const { rows: applied } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const last = Number(applied[0]!.last ?? 0)
  return journal.entries.filter(({ when }) => when > last).map(({ tag }) => tag)
}

/** Defines `uuidv7()` where the server has none, before PostgreSQL 18. */
export async function defineUuidv7(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select current_setting('server_version_num')::int >= 180000 or to_regprocedure('public.uuidv7()') is not null as "isThere"`,
  )
  if (!rows[0]!.isThere) await client.query(uuidv7Function('public'))
}

/**
 * The function `uuidv7()` in a schema: the time in milliseconds and 12 bits of its fraction, so that ids made one after the other are in
 * order, and 62 random bits.
 */
export const uuidv7Function = (schema: string): string => `
  create function ${schema}.uuidv7() returns uuid language sql volatile parallel safe as $$
    select (
      lpad(to_hex(us / 1000), 12, '0') || '7' || lpad(to_hex(us % 1000 * 4096 / 1000), 3, '0')
      || right(replace(gen_random_uuid()::text, '-', ''), 16)
    )::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint) as now (us)
  $$`

/** Inserts the known holidays of each year that has none. */
export async function insertKnownHolidays(client: pg.Client | pg.Pool): Promise<void> {
  await client.query(
    `insert into holidays (day, name) select * from unnest($1::date[], $2::text[]) as known (day, name)
     where date_trunc('year', day) not in (select date_trunc('year', day) from holidays)`,
    [knownHolidays.map(({ day }) => day), knownHolidays.map(({ name }) => name)],
  )
}
