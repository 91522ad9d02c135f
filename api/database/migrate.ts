import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsUrl } from '../files/paths.ts'
import knownHolidays from './holidays.json' with { type: 'json' }
import { iterateCauses } from './unavailable.ts'

const lock = 7_243_001
/** Lock timeout of a migration, in ms. While it waits for a table, all payments wait behind it, so it gives up early. */
const lockTimeoutMs = 3000
const attempts = 20
const pauseMs = 2000

/**
 * Migrates the database at `url`, and inserts the known holidays of each year that has none: a year edited by the operator
 * is not changed. Processes that start together wait for the one that migrates. If another process has locked a table that
 * must change, or waits for the migration in turn, the migration is retried for a few minutes.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement also fails
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    for (let attempt = 1; ; attempt++) {
      const isDone = await applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(migrationsUrl) }).then(
        () => true,
        (error) => {
          if (attempt < attempts && isLockFailure(error)) return false
          throw error
        },
      )
      if (isDone) break
      await sleep(pauseMs)
    }
    await insertKnownHolidays(client)
  } finally {
    await client.end()
  }
}

/** Inserts the known holidays of each year that has none. */
export async function insertKnownHolidays(client: pg.Client | pg.Pool): Promise<void> {
  await client.query(
    `insert into holidays (day, name) select * from unnest($1::date[], $2::text[]) as known (day, name)
     where date_trunc('year', day) not in (select date_trunc('year', day) from holidays)`,
    [knownHolidays.map(({ day }) => day), knownHolidays.map(({ name }) => name)],
  )
}

/** Lock timeout or deadlock: nothing was changed, and the next attempt may succeed. */
const isLockFailure = (error: Error) =>
  [...iterateCauses(error)].some(({ code }) => code === '55P03' || code === '40P01')
