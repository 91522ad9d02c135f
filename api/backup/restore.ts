import { createHash } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { defineUuidv7 } from '../database/migrate.ts'
import { diskObjects, type ObjectStore } from '../files/objects.ts'
import { migrationsUrl } from '../files/paths.ts'
import { type ArchivePart, readArchive } from './archive.ts'
import { copyRowsIn } from './copy-stream.ts'
import { BackupEnd, BackupManifest, keyFiles, partNames, queuedJobColumns, queuedJobs } from './manifest.ts'

export interface RestoreTarget {
  url: string
  dataDir: string
  /** Where the uploaded files are restored to; by default in `dataDir`. */
  objects?: ObjectStore
}

/**
 * Restores a backup into an empty database and an empty data directory. The database then has the schema of the backup:
 * `migrateDatabase` must follow. All rows are restored in one transaction. Returns the number of rows and files.
 * @throws Error with a message if the database is not empty, or the backup is of a newer version or incomplete
 */
export async function restoreBackup(
  { url, dataDir, objects = diskObjects(dataDir) }: RestoreTarget,
  from: string,
): Promise<{ rows: number; files: number }> {
  const parts = readArchive(from)
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {}) // the running statement also fails
  let isOurs = false
  try {
    const manifest = await readManifest(parts, from)
    await client.connect()
    await client.query('set statement_timeout = 0; set timezone = UTC')
    await requireEmptyDatabase(client)
    isOurs = true
    await defineUuidv7(client)
    await migrateTo(client, manifest)
    await client.query('begin')
    const names = manifest.tables.map(({ name }) => pg.escapeIdentifier(name))
    await client.query(`truncate ${names.join(', ')}`)
    // The rows that triggers wrote are in the backup, too.
    await switchTriggers(client, names, 'disable')
    for (const [sequence, last] of Object.entries(manifest.sequences))
      await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(sequence)}`, last])
    const restored = await readAll({ client, parts, manifest, dataDir, objects }, from)
    await switchTriggers(client, names, 'enable')
    await client.query('commit')
    await client.query('analyze')
    return restored
  } catch (error) {
    if (isOurs) await emptyAgain(client).catch(() => {})
    throw sentenceFor(error as NodeJS.ErrnoException)
  } finally {
    await parts.return(undefined)
    await client.end().catch(() => {})
  }
}

async function switchTriggers(client: pg.Client, tables: string[], action: 'enable' | 'disable'): Promise<void> {
  for (const table of tables) await client.query(`alter table ${table} ${action} trigger user`)
}

const sentenceFor = (error: NodeJS.ErrnoException) =>
  error.code === 'ENOSPC' || error.code === '53100' ? new Error('There is not enough space on the disk') : error

async function readManifest(parts: AsyncGenerator<ArchivePart>, from: string): Promise<BackupManifest> {
  const { value } = await parts.next()
  if (value?.name !== partNames.manifest) throw new Error(`${from} is not a backup`)
  const read = BackupManifest.safeParse(JSON.parse(value.content.toString()))
  if (!read.success) throw new Error(`${from} was made by a newer version: restore it with that version`)
  return read.data
}

async function requireEmptyDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ tables: string }>(
    `select count(*) as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  if (Number(rows[0]!.tables) > 0)
    throw new Error(
      'The database is not empty. Restore into a new one: set another DATA_DIR, or the DATABASE_URL of an empty database.',
    )
}

/** Drops the tables created in an empty database, so that the restore can be repeated. */
async function emptyAgain(client: pg.Client): Promise<void> {
  await client.query('rollback')
  await client.query('drop schema if exists drizzle cascade')
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  )
  if (rows.length > 0)
    await client.query(`drop table ${rows.map(({ name }) => `public.${pg.escapeIdentifier(name)}`).join(', ')} cascade`)
}

/** Creates the tables with the migrations that the backup's database had. */
async function migrateTo(client: pg.Client, { migrations }: BackupManifest): Promise<void> {
  const known = fileURLToPath(migrationsUrl)
  const journal = JSON.parse(await readFile(join(known, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const entries = journal.entries.slice(0, migrations.length)
  for (const [index, hash] of migrations.entries()) {
    const tag = entries[index]?.tag
    const text = tag && (await readFile(join(known, `${tag}.sql`), 'utf8'))
    if (!text || createHash('sha256').update(text).digest('hex') !== hash)
      throw new Error(
        'The backup is of a newer version of the product, or of another one: restore it with the version that made it',
      )
  }
  const folder = await mkdtemp(join(tmpdir(), 'adire-restore-'))
  try {
    await cp(known, folder, { recursive: true })
    await writeFile(join(folder, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }))
    await applyMigrations(drizzle(client), { migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Reading {
  client: pg.Client
  parts: AsyncGenerator<ArchivePart>
  manifest: BackupManifest
  dataDir: string
  objects: ObjectStore
}

async function readAll(
  { client, parts, manifest, dataDir, objects }: Reading,
  from: string,
): Promise<{ rows: number; files: number }> {
  let files = 0
  let end: BackupEnd | undefined
  let next = await parts.next()
  while (!next.done) {
    const { name, content } = next.value
    if (name.startsWith(partNames.rows)) {
      next = await readTable(client, parts, next.value, manifest)
      continue
    }
    if (name.startsWith(partNames.keys)) await writeKey(dataDir, name.slice(partNames.keys.length), content)
    else if (name.startsWith(partNames.files)) {
      await writeUploaded(objects, name.slice(partNames.files.length), content)
      files++
    } else if (name === partNames.end) end = BackupEnd.parse(JSON.parse(content.toString()))
    next = await parts.next()
  }
  if (!end) throw new Error(`${from} is not complete: use another backup`)
  await compareWithManifest(client, manifest, end)
  if (files !== end.files) throw new Error(`${from} holds ${files} files, not ${end.files}`)
  return { rows: Object.values(end.rows).reduce((sum, many) => sum + many, 0), files }
}

const tableName = (name: string) => name.slice(partNames.rows.length, name.lastIndexOf('/'))

/** Copies all parts of one table in one statement; returns the part after them. */
async function readTable(
  client: pg.Client,
  parts: AsyncGenerator<ArchivePart>,
  first: ArchivePart,
  { tables }: BackupManifest,
): Promise<IteratorResult<ArchivePart>> {
  const name = tableName(first.name)
  const columns = name === queuedJobs ? queuedJobColumns : tables.find((table) => table.name === name)?.columns
  if (!columns) throw new Error(`The backup holds rows of ${name}, a table it does not know`)
  let next: IteratorResult<ArchivePart> = { done: false, value: first }
  async function* pieces() {
    while (!next.done && next.value.name.startsWith(partNames.rows) && tableName(next.value.name) === name) {
      yield next.value.content
      next = await parts.next()
    }
  }
  const into = pg.escapeIdentifier(name === queuedJobs ? 'outbox' : name)
  await copyRowsIn(
    client,
    `copy ${into} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`,
    pieces(),
  )
  return next
}

async function compareWithManifest(client: pg.Client, { tables }: BackupManifest, { rows }: BackupEnd): Promise<void> {
  for (const { name } of tables) {
    const { rows: found } = await client.query<{ count: string }>(
      `select count(*) as count from ${pg.escapeIdentifier(name)}`,
    )
    const expected = (rows[name] ?? 0) + (name === 'outbox' ? (rows[queuedJobs] ?? 0) : 0)
    if (Number(found[0]!.count) !== expected)
      throw new Error(`${found[0]!.count} rows of ${name} were restored, not ${expected}: nothing was kept`)
  }
}

/** @throws Error if another key is there */
export async function writeKey(dataDir: string, name: string, content: Buffer): Promise<void> {
  if (!keyFiles.includes(name)) throw new Error(`The backup holds a key ${name} that is not known`)
  const path = join(dataDir, name)
  const present = await readFile(path).catch(() => undefined)
  if (present?.equals(content)) return
  if (present) throw new Error(`${path} is another key than that of the backup: restore into a new DATA_DIR`)
  await mkdir(dataDir, { recursive: true })
  await writeFile(path, content, { mode: 0o600, flag: 'wx' })
}

async function writeUploaded(objects: ObjectStore, name: string, content: Buffer): Promise<void> {
  const [, id] = /^[0-9a-f]{2}\/([0-9a-f-]{36})$/.exec(name) ?? []
  if (id === undefined) throw new Error(`The backup holds a file ${name} that is not known`)
  await objects.write(id, content)
}
