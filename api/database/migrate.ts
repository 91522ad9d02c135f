import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsUrl } from '../files/paths.ts'
import knownHolidays from './holidays.json' with { type: 'json' }
import { iterateCauses } from './unavailable.ts'

const lock = 7_243_001
/** A change of a table that waits this long for others gives way: behind it every payment would wait too. */
const lockTimeoutMs = 3000
const attempts = 20
const pauseMs = 2000

/**
 * Brings the database at `url` up to date, with the holidays that are known of each year of which it has none: a year that the
 * operator has begun stays as it is. Processes that start together wait for one of them to do it. While another process uses a
 * table that has to change, it is tried again, for a few minutes.
 */
export async function migrateDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the statement under way says it too
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    for (let attempt = 1; ; attempt++) {
      const isDone = await applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(migrationsUrl) }).then(
        () => true,
        (error) => {
          if (attempt < attempts && isLockTimeout(error)) return false
          throw error
        },
      )
      if (isDone) break
      await sleep(pauseMs)
    }
    await client.query(
      `insert into holidays (day, name) select * from unnest($1::date[], $2::text[]) as known (day, name)
       where date_trunc('year', day) not in (select date_trunc('year', day) from holidays)`,
      [knownHolidays.map(({ day }) => day), knownHolidays.map(({ name }) => name)],
    )
  } finally {
    await client.end()
  }
}

const isLockTimeout = (error: Error) => [...iterateCauses(error)].some(({ code }) => code === '55P03')
