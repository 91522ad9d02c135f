import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { createClient } from '../database/one-client.ts'
import { diskObjects, type ObjectStore } from '../files/objects.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { copyRowsOut } from './copy-stream.ts'
import { type BackupEnd, type BackupManifest, keyFiles, partNames, queuedJobs } from './manifest.ts'

export interface BackupSource {
  url: string
  dataDir: string
  /** Where the uploaded files are; by default in `dataDir`. */
  objects?: ObjectStore
  now: Date
  print(line: string): void
}

/**
 * Writes the database, the keys and the uploaded files to one archive; returns its path. The database is read from one
 * snapshot, so the server may keep running. `to` is a folder, or a file that does not exist yet.
 * @throws Error with a message for the operator if it cannot be written; nothing is left behind then
 */
export async function backUp(source: BackupSource, to: string): Promise<string> {
  const path = await pathFor(to, source.now)
  const draft = `${path}.part`
  await rm(draft, { force: true })
  const archive = writeArchive(draft)
  const client = createClient(source.url)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0; set lock_timeout = 30000; set timezone = UTC')
    await client.query('begin isolation level repeatable read read only')
    await writeAll(client, archive, source)
    await client.query('commit')
    await archive.end()
    await rename(draft, path)
  } catch (error) {
    await archive.abandon()
    await rm(draft, { force: true })
    throw sentenceFor(error as NodeJS.ErrnoException, path)
  } finally {
    await client.end().catch(() => {})
  }
  return path
}

async function pathFor(to: string, now: Date): Promise<string> {
  const known = await stat(to).catch(() => undefined)
  if (known?.isDirectory()) return join(to, `adire-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.gz`)
  if (known) throw new Error(`${to} exists already: give the name of a new file, or a folder`)
  // A folder that was not created yet would become a file, and the backup of the next day fail.
  if (!to.endsWith('.tar.gz'))
    throw new Error(`There is no folder ${to}: create it, or name a new file that ends in .tar.gz`)
  return to
}

function sentenceFor(error: NodeJS.ErrnoException, path: string): Error {
  if (error.code === 'ENOSPC') return new Error(`There is not enough space on the disk for ${path}`)
  if (error.code === 'ENOENT' || error.code === 'EACCES' || error.code === 'EROFS' || error.code === 'ENOTDIR')
    return new Error(`${path} cannot be written (${error.code}): name a file in a folder that exists and is yours`)
  return error
}

async function writeAll(
  client: pg.Client,
  archive: ArchiveWriter,
  { dataDir, objects = diskObjects(dataDir), now, print }: BackupSource,
) {
  const manifest = await buildManifest(client, now)
  await archive.add(partNames.manifest, json(manifest))
  for (const file of keyFiles) {
    const key = await readFile(join(dataDir, file)).catch(absent)
    if (key) await archive.add(partNames.keys + file, key)
    else print(`${file} is not in ${dataDir}: keep what its variable is set to together with this backup`)
  }
  const rows: Record<string, number> = {}
  for (const { name, columns } of manifest.tables)
    rows[name] = await writeRows(client, archive, name, `select ${columns.map(quoted).join(', ')} from ${quoted(name)}`)
  rows[queuedJobs] = await writeQueuedJobs(client, archive)
  const files = await writeFiles(archive, objects)
  const end: BackupEnd = { rows, files }
  await archive.add(partNames.end, json(end))
  const total = Object.values(rows).reduce((sum, many) => sum + many, 0)
  print(`${total} rows of ${manifest.tables.length} tables and ${files} files were saved.`)
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value))
const quoted = (name: string) => pg.escapeIdentifier(name)
const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}

async function buildManifest(client: pg.Client, now: Date): Promise<BackupManifest> {
  const { rows: known } = await client.query(`select to_regclass('drizzle.__drizzle_migrations') as migrations`)
  if (!known[0].migrations) throw new Error('There is no data of the product in this database')
  const { rows: migrations } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at',
  )
  const { rows: tables } = await client.query<{ name: string; columns: string[]; refersTo: string[] }>(
    `select class.relname as name,
       (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
       array(select referred.relname::text from pg_constraint
             join pg_class referred on referred.oid = confrelid and referred.oid <> class.oid
             where conrelid = class.oid and contype = 'f') as "refersTo"
     from pg_class class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
     order by 1`,
  )
  return {
    format: 1,
    createdAt: now.toISOString(),
    migrations: migrations.map(({ hash }) => hash),
    tables: inOrder(tables).map(({ name, columns }) => ({ name, columns })),
    sequences: await readSequences(client),
  }
}

/** Sorts tables after those that their rows refer to. */
function inOrder<Table extends { name: string; refersTo: string[] }>(tables: readonly Table[]): Table[] {
  const done: Table[] = []
  let left = [...tables]
  while (left.length > 0) {
    const waits = ({ refersTo }: Table) => refersTo.some((name) => left.some((other) => other.name === name))
    const next = left.filter((table) => !waits(table))
    if (next.length === 0) throw new Error('Tables refer to each other in a circle: they cannot be restored one by one')
    done.push(...next)
    left = left.filter((table) => !next.includes(table))
  }
  return done
}

async function writeRows(client: pg.Client, archive: ArchiveWriter, name: string, select: string): Promise<number> {
  let [rows, part] = [0, 0]
  await copyRowsOut(client, `copy (${select}) to stdout`, async (piece, many) => {
    rows += many
    await archive.add(`${partNames.rows}${name}/${String(++part).padStart(8, '0')}`, piece)
  })
  return rows
}

/** Unfinished jobs of the queue, from the same snapshot as the outbox, so that no job is missing or duplicated. */
async function writeQueuedJobs(client: pg.Client, archive: ArchiveWriter): Promise<number> {
  const { rows } = await client.query(
    `select to_regclass('pgboss.job') as job, to_regclass('pgboss.schedule') as schedule`,
  )
  if (!rows[0].job) return 0
  // Recurring jobs are created again when the server starts.
  return writeRows(
    client,
    archive,
    queuedJobs,
    `select name, coalesce(data->'payload', '{}'), data->>'merchantId' from pgboss.job
     where state in ('created', 'retry', 'active') and name <> 'dead-letter' and data ? 'payload'
       and name not in (select name from pgboss.schedule)`,
  )
}

async function readSequences(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `select sequencename as name, last_value as last from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last)]))
}

async function writeFiles(archive: ArchiveWriter, objects: ObjectStore): Promise<number> {
  let files = 0
  for await (const id of objects.list()) {
    // A file removed meanwhile belongs to no row in the backup.
    const sealed = await objects.read(id)
    if (!sealed) continue
    await archive.add(`${partNames.files}${id.slice(-2)}/${id}`, sealed)
    files++
  }
  return files
}
