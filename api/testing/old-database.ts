import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { defineUuidv7 } from '../database/migrate.ts'
import { atEnd } from './at-end.ts'
import { temporaryFolder } from './crashed-database.ts'
import { testDatabase } from './database.ts'

/** A database with only the first `migrations` migrations applied. */
export async function createDatabase(t: TestContext, migrations: number) {
  const url = await testDatabase(t)
  const folder = await temporaryFolder(t)
  await cp(fileURLToPath(new URL('../database/migrations', import.meta.url)), folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, migrations) }))
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the test database is dropped before its connections end
  await client.connect()
  atEnd(t, () => client.end())
  await client.query('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await defineUuidv7(client)
  await applyMigrations(drizzle(client), { migrationsFolder: folder })
  return { url, client }
}
