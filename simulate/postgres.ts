import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { startEmbedded } from '../api/database/embedded.ts'
import { migrateDatabase } from '../api/database/migrate.ts'
import { asOneClient } from '../api/database/one-client.ts'
import { databaseUrl } from '../api/testing/database.ts'

const template = 'template_simulation'
const lock = 7_243_003

/** PostgreSQL server for a run: `TEST_DATABASE_URL`, or a temporary one without durability. */
export async function openServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'adire-simulation-pg-'))
  const { url, stop } = await startEmbedded({ dataDir })
  await asOneClient(url, async (client) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
      await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
  })
  return {
    url,
    async stop() {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A migrated database without merchants. */
export async function newDatabase(server: string, name: string): Promise<string> {
  await asOneClient(server, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lock])
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [template])
    if (!rowCount) {
      await client.query(`create database ${template}_draft`)
      await migrateDatabase(databaseUrl(server, `${template}_draft`))
      await client.query(`alter database ${template}_draft rename to ${template}`)
    }
    await client.query(`create database ${name} template ${template} strategy file_copy`)
  })
  return databaseUrl(server, name)
}

export const dropDatabase = (server: string, name: string) =>
  asOneClient(server, (client) => client.query(`drop database if exists ${name} with (force)`))

/** A new database with the rows of another, as after a restore from a dump. */
export async function restoreInto(server: string, from: string, name: string): Promise<string> {
  const to = await newDatabase(server, name)
  await asOneClient(from, (source) =>
    asOneClient(to, async (target) => {
      await target.query(`set session_replication_role = replica`)
      const { rows } = await source.query<{ name: string }>(
        `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace namespace on namespace.oid = relnamespace
         where relkind in ('r', 'p') and not relispartition
           and nspname not in ('pg_catalog', 'information_schema', 'pgboss') and nspname !~ '^(pg_toast|pg_temp|drizzle)'
         order by 1`,
      )
      for (const { name: table } of rows) await copyTable(source, target, table)
      await copySequences(source, target)
      await countOn(target)
    }),
  )
  return to
}

/** Raises stored transaction ids by a billion: on another server, ids in restored rows can be far above its own. */
async function countOn(target: pg.Client): Promise<void> {
  const { rows } = await target.query<{ table: string; column: string }>(
    `select attrelid::regclass::text as table, quote_ident(attname) as column from pg_attribute
     join pg_class on pg_class.oid = attrelid and relkind = 'r'
     where atttypid = 'xid8'::regtype and attnum > 0 and not attisdropped and relnamespace = 'public'::regnamespace`,
  )
  for (const { table, column } of rows)
    await target.query(
      `update ${table} set ${column} = (${column}::text::bigint + 1000000000)::text::xid8 where ${column} > '0'`,
    )
}

async function copyTable(source: pg.Client, target: pg.Client, table: string): Promise<void> {
  const { rows: columns } = await source.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  const names = columns.map((column) => column.name).join(', ')
  const { rows } = await source.query<{ row: string }>(
    `select to_jsonb(copied)::text as row from (select ${names} from ${table}) copied`,
  )
  await target.query(`delete from ${table}`)
  for (let at = 0; at < rows.length; at += 500) {
    const page = rows.slice(at, at + 500).map(({ row }) => row)
    await target.query(
      `insert into ${table} (${names}) overriding system value
       select ${names} from jsonb_populate_recordset(null::${table}, ('[' || array_to_string($1::text[], ',') || ']')::jsonb)`,
      [page],
    )
  }
}

async function copySequences(source: pg.Client, target: pg.Client): Promise<void> {
  const { rows } = await source.query<{ name: string; last: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
     where schemaname not like 'drizzle%' and schemaname <> 'pgboss'`,
  )
  for (const { name, last } of rows) if (last) await target.query('select setval($1, $2::bigint)', [name, last])
}
