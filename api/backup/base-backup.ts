// A base backup of the embedded database: its data files, from which the archived WAL leads to any later instant.
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Cluster, findCluster } from '../database/embedded-account.ts'
import { passwordFile } from '../database/embedded-initialise.ts'
import { createClient } from '../database/one-client.ts'
import { copyMissingObjects } from '../files/copied-objects.ts'
import type { ObjectStore } from '../files/objects.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { baseFolder, baseName, baseParts } from './base-folder.ts'
import { readInPieces } from './file-pieces.ts'
import { keyFiles } from './manifest.ts'

export interface BaseBackupSource {
  url: string
  dataDir: string
  backupDir: string
  objects: ObjectStore
  print(line: string): void
}

/** Folders whose files the server makes anew when it starts. */
const emptyFolders = new Set(
  ['dynshmem', 'notify', 'replslot', 'serial', 'snapshots', 'stat_tmp', 'subtrans', 'wal'].map((name) => `pg_${name}`),
)
const skippedFiles = /^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|pg_internal\.init|pgsql_tmp.*)$/

/**
 * Writes the data files and the keys to one archive in the backup folder, and copies uploaded files that have no copy there yet.
 * The server may run: what changes meanwhile is corrected from the WAL. Returns the path of the archive.
 * @throws Error with a message for the operator; nothing is left behind then
 */
export async function backUpBase(source: BaseBackupSource): Promise<string> {
  const folder = await baseFolder(source.backupDir)
  const draft = join(folder, 'base.part')
  await rm(draft, { force: true })
  const archive = writeArchive(draft)
  const client = createClient(source.url)
  try {
    await client.connect()
    await client.query('set statement_timeout = 0; set timezone = UTC')
    await requireArchiving(client)
    const start = await startBackup(client)
    const cluster = await findCluster(source.dataDir)
    await writeCluster(archive, cluster, source.print)
    await writeKeys(archive, source)
    const { label, endedAt } = await stopBackup(client)
    await archive.add(baseParts.label, Buffer.from(label))
    await archive.add(baseParts.end, Buffer.from('{}'))
    await archive.end()
    const files = await copyMissingObjects(source.objects, source.backupDir)
    const path = join(folder, baseName(endedAt, start))
    await rename(draft, path)
    source.print(`The database was saved, and ${files} uploaded files are copied.`)
    return path
  } catch (error) {
    await archive.abandon()
    await rm(draft, { force: true })
    throw (error as NodeJS.ErrnoException).code === 'ENOSPC'
      ? new Error(`There is not enough space on the disk for ${folder}`)
      : error
  } finally {
    await client.end().catch(() => {}) // ends a backup that failed
  }
}

async function requireArchiving(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ mode: string }>(`select current_setting('archive_mode') as mode`)
  if (rows[0]!.mode !== 'on')
    throw new Error(
      'The database was started without BACKUP_DIR, so its WAL is not archived: set it, and restart the product',
    )
}

/** Returns the name of the first WAL file that a restore of this backup needs. */
async function startBackup(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ file: string }>(
    `select pg_walfile_name(pg_backup_start('adire', fast => true)) as file`,
  )
  return rows[0]!.file
}

/** Waits until all WAL that the backup needs is archived. */
async function stopBackup(client: pg.Client): Promise<{ label: string; endedAt: Date }> {
  await client.query(`set statement_timeout = '10min'`)
  try {
    const { rows } = await client.query<{ label: string; endedAt: Date }>(
      'select labelfile as label, clock_timestamp() as "endedAt" from pg_backup_stop(true)',
    )
    return rows[0]!
  } catch (error) {
    if ((error as { code?: string }).code !== '57014') throw error
    throw new Error('The WAL cannot be archived; the reason is at the end of DATA_DIR/postgres/server.log')
  }
}

async function writeCluster(archive: ArchiveWriter, cluster: Cluster, print: (line: string) => void): Promise<void> {
  const data = join(cluster.dir, 'data')
  const password = await readFile(passwordFile(cluster)).catch(absent)
  if (password) await archive.add(baseParts.password, password)
  const found = await readdir(data, { recursive: true, withFileTypes: true })
  const pathOf = (entry: (typeof found)[number]) => join(entry.parentPath, entry.name).slice(data.length + 1)
  const folders = found.filter((entry) => entry.isDirectory()).map(pathOf)
  await archive.add(baseParts.folders, Buffer.from(JSON.stringify(folders.toSorted())))
  let bytes = 0
  for (const entry of found) {
    const path = pathOf(entry)
    if (!entry.isFile() || skippedFiles.test(entry.name) || emptyFolders.has(path.split('/')[0]!)) continue
    let part = 0
    // A file that was removed meanwhile is not needed; one that was shortened is corrected from the WAL.
    for await (const piece of readInPieces(join(data, path))) {
      await archive.add(`${baseParts.cluster}${path}/${++part}`, piece)
      bytes += piece.length
    }
  }
  print(`${Math.ceil(bytes / 1024 / 1024)} MB of the database were read.`)
}

async function writeKeys(archive: ArchiveWriter, { dataDir, print }: BaseBackupSource): Promise<void> {
  for (const file of keyFiles) {
    const key = await readFile(join(dataDir, file)).catch(absent)
    if (key) await archive.add(baseParts.keys + file, key)
    else print(`${file} is not in ${dataDir}: keep what its variable is set to together with this backup`)
  }
}

const absent = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return undefined
  throw error
}
