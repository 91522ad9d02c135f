import type { TestContext } from 'node:test'
import pg from 'pg'
import { insertKnownHolidays } from '../database/migrate.ts'
import { atEnd } from './at-end.ts'
import { createDatabase, deleteDatabase } from './database.ts'

interface ReusedDatabase {
  url: string
  /** One connection, which stays open between the tests. */
  connection: pg.Pool
  /** As migrated. */
  schema: string
  uses: number
}

/** Empty databases of this process that no test uses. They end with their server. */
const idle: ReusedDatabase[] = []
/** Deleted rows remain in the files until a vacuum: after so many tests a new database is faster. */
const maxUses = 40

/**
 * A migrated database without rows, from an earlier test if possible: to copy and delete one takes a third of a second of CPU time, to empty
 * it a few milliseconds. A database whose schema was changed is not used again.
 */
export async function reusedDatabase(t: Pick<TestContext, 'after'>): Promise<string> {
  const database = idle.pop() ?? (await openDatabase())
  database.uses++
  atEnd(t, async () => {
    const isKept = database.uses < maxUses && (await emptyDatabase(database))
    if (isKept) return idle.push(database)
    await database.connection.end()
    await deleteDatabase(database.url)
  })
  return database.url
}

async function openDatabase(): Promise<ReusedDatabase> {
  const url = await createDatabase()
  // An idle connection does not keep this process from ending after its last test.
  const connection = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may end before this process, and with it the connection.
  connection.on('error', () => {})
  return { url, connection, schema: await readSchema(connection), uses: 0 }
}

/** Deletes all rows, and ends all other connections. Resolves with false, without a change, if the schema was changed. */
async function emptyDatabase({ connection, schema }: ReusedDatabase): Promise<boolean> {
  await connection.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  if ((await readSchema(connection)) !== schema) return false
  // The triggers that forbid deletion, and foreign keys, do not apply to a replica.
  await connection.query('set session_replication_role = replica')
  await connection.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute format('delete from %s', name); end loop;
  end $$`)
  await insertKnownHolidays(connection)
  return true
}

/** Ids of all objects of the schema: a new, changed or deleted one changes the text. */
async function readSchema(connection: pg.Pool): Promise<string> {
  const { rows } = await connection.query<{ text: string }>(
    `select concat_ws(' ',
      (select sum(oid::bigint) || '/' || sum(relnatts) from pg_class where relnamespace = 'public'::regnamespace),
      (select sum(oid::bigint) from pg_constraint where connamespace = 'public'::regnamespace),
      (select sum(oid::bigint) from pg_proc where pronamespace = 'public'::regnamespace),
      (select sum(oid::bigint) || string_agg(tgenabled, '') from pg_trigger),
      (select count(*) from pg_namespace)) as text`,
  )
  return rows[0]!.text
}
