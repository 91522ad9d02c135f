import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { migrationsPlace } from '../files/places.ts'
import knownHolidays from './holidays.json' with { type: 'json' }

const lock = 7_243_001

/** Brings the database at `url` up to date, with the holidays that are known where it has none. Processes that start together wait for one of them to do it. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await applyMigrations(drizzle(client), { migrationsFolder: fileURLToPath(migrationsPlace) })
    await client.query(
      `insert into holidays (day, name) select * from unnest($1::date[], $2::text[])
       where not exists (select 1 from holidays)`,
      [knownHolidays.map(({ day }) => day), knownHolidays.map(({ name }) => name)],
    )
  } finally {
    await client.end()
  }
}
