import type { TestContext } from 'node:test'
import type pg from 'pg'
import { insertKnownHolidays } from '../database/migrate.ts'
import { atEnd } from './at-end.ts'
import { administer, createDatabase, deleteDatabase } from './database.ts'

/** Empty databases of this process that no test uses. They end with their server. */
const idle: string[] = []
/** Deleted rows remain in the files until a vacuum: after so many tests a new database is faster. */
const maxUses = 40
const uses = new Map<string, number>()

/**
 * A migrated database without rows, from an earlier test if possible: to copy and delete one takes a third of a second of CPU time, to empty
 * it a few milliseconds. A database whose schema was changed is not used again.
 */
export async function reusedDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  const url = idle.pop() ?? (await createDatabase())
  const count = (uses.get(url) ?? 0) + 1
  uses.set(url, count)
  const before = await administer(url, readSchema)
  atEnd(t, async () => {
    const isKept = count < maxUses && (await administer(url, (client) => emptyDatabase(client, before)))
    if (isKept) idle.push(url)
    else await deleteDatabase(url)
  })
  return url
}

/** Deletes all rows, and ends all other connections. Resolves with false, without a change, if the schema is not `expected` any more. */
async function emptyDatabase(client: pg.Client, expected: string): Promise<boolean> {
  await client.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  if ((await readSchema(client)) !== expected) return false
  // The triggers that forbid deletion, and foreign keys, do not apply to a replica.
  await client.query('set session_replication_role = replica')
  await client.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute format('delete from %s', name); end loop;
  end $$`)
  await insertKnownHolidays(client)
  return true
}

/** Ids of all objects of the schema: a new, changed or deleted one changes the text. */
async function readSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    `select concat_ws(' ',
      (select sum(oid::bigint) || '/' || sum(relnatts) from pg_class where relnamespace = 'public'::regnamespace),
      (select sum(oid::bigint) from pg_constraint where connamespace = 'public'::regnamespace),
      (select sum(oid::bigint) from pg_proc where pronamespace = 'public'::regnamespace),
      (select sum(oid::bigint) || string_agg(tgenabled, '') from pg_trigger),
      (select count(*) from pg_namespace)) as text`,
  )
  return rows[0]!.text
}
