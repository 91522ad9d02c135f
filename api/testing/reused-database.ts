import type { TestContext } from 'node:test'
import pg from 'pg'
import { connectDatabase, type Database } from '../database/connect.ts'
import { insertKnownHolidays } from '../database/migrate.ts'
import { atEnd } from './at-end.ts'
import { createDatabase, deleteDatabase, nodeUrls } from './database.ts'

interface ReusedDatabase {
  url: string
  /** Connections of the tests, which stay open between them: a new one has to read the catalog and plan each statement again. */
  database: Database
  /** The connections that empty the database, one to each of its servers (`nodeUrls`). */
  connections: [pg.Pool, ...pg.Pool[]]
  /** As migrated. */
  schema: string
  uses: number
}

/** Empty databases of this process that no test uses. They end with their server. */
const idle: ReusedDatabase[] = []
/** Deleted rows remain in the files until a vacuum: after so many tests a new database is faster. */
const maxUses = 40

/** Name of the connections that stay open. */
const keptName = 'kept'

/**
 * A migrated database without rows, from an earlier test if possible: to copy and delete one takes a third of a second of CPU time, to empty
 * it a few milliseconds. A database whose schema was changed, or that a test still uses after its end, is not used again.
 */
export async function reusedDatabase(t: Pick<TestContext, 'after'>): Promise<Database> {
  const reused = idle.pop() ?? (await openDatabase())
  reused.uses++
  const opened = openForTest(reused.database)
  atEnd(t, async () => {
    await opened.close()
    const isKept = reused.uses < maxUses && (await emptyDatabase(reused))
    if (isKept) return idle.push(reused)
    await reused.database.close()
    for (const connection of reused.connections) await connection.end()
    await deleteDatabase(reused.url)
  })
  return { ...opened, url: reused.url }
}

async function openDatabase(): Promise<ReusedDatabase> {
  const url = await createDatabase()
  const database = connectDatabase({ url: `${url}&application_name=${keptName}`, writers: 8, readers: 4 })
  const connections = nodeUrls(url).map(openConnection) as ReusedDatabase['connections']
  return { url, database, connections, schema: await readSchema(connections[0]), uses: 0 }
}

/** Settings of Citus for `deleteRows`: shards are tables as any other. */
const shardOptions = '-c citus.override_table_visibility=off -c citus.enable_manual_changes_to_shards=on'

function openConnection(connectionString: string, _: number, { length }: string[]): pg.Pool {
  const options = length > 1 ? { options: shardOptions } : {}
  // An idle connection does not keep this process from ending after its last test.
  const connection = new pg.Pool({ connectionString, ...options, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // The server may end before this process, and with it the connection.
  connection.on('error', () => {})
  return connection
}

/** A database for one test. After `close`, which waits for what is running, every use is rejected. */
function openForTest(database: Database): Database {
  let isClosed = false
  const running = new Set<Promise<unknown>>()
  const use = async <T>(work: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The test has ended')
    const result = work()
    running.add(result)
    try {
      return await result
    } finally {
      running.delete(result)
    }
  }
  return {
    ...database,
    write: (callback) => use(() => database.write(callback)),
    read: (callback) => use(() => database.read(callback)),
    readPrimary: (callback) => use(() => database.readPrimary(callback)),
    readSnapshot: (callback) => use(() => database.readSnapshot(callback)),
    close: async () => {
      isClosed = true
      await Promise.allSettled(running)
    },
  }
}

/**
 * Deletes all rows, restarts all sequences, and ends all connections but those that are kept. Resolves with false, without a change, if
 * the schema was changed or a kept connection is not idle.
 */
async function emptyDatabase({ connections, schema }: ReusedDatabase): Promise<boolean> {
  const [connection] = connections
  const { rows } = await connection.query<{ is_kept: boolean }>(
    `select application_name = '${keptName}' as is_kept, pg_terminate_backend(pid, 5000) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
       and application_name not like 'citus_internal%' and not (application_name = '${keptName}' and state = 'idle')`,
  )
  if (rows.some((row) => row.is_kept) || (await readSchema(connection)) !== schema) return false
  for (const each of connections) await deleteRows(each)
  await insertKnownHolidays(connection)
  return true
}

async function deleteRows(connection: pg.Pool): Promise<void> {
  // The triggers that forbid deletion, and foreign keys, do not apply to a replica.
  await connection.query('set session_replication_role = replica')
  await connection.query(`do $$ declare name regclass; begin
    for name in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
    loop execute format('delete from %s', name); end loop;
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
      from pg_sequences where schemaname = 'public' and last_value is not null;
  end $$`)
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
