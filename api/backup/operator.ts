import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { dayMs } from '@adire/contract/durations.ts'
import type { ApiConfig } from '../config.ts'
import { startEmbedded } from '../database/embedded.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { openObjects } from '../files/stores.ts'
import { parseIntegerOption } from '../operator-options.ts'
import { backUp } from './backup.ts'
import { backUpBase } from './base-backup.ts'
import { deleteOldBackups } from './base-folder.ts'
import { restoreBackup } from './restore.ts'
import { restoreBase } from './restore-base.ts'
import { restoreCopies } from './restore-copies.ts'

export const backupUsage = `
  backup --to <folder or new file>           database, keys and uploaded files, also while the product runs (docs/backup.md)
  backup [--keep-days <n>]                   base backup into BACKUP_DIR, for a restore to any later instant
  restore --from <file>                      into an empty DATA_DIR, or the empty database of DATABASE_URL
  restore --from <backup folder> [--until <instant>]
                                             into an empty DATA_DIR, as of the instant, such as 2026-11-26T13:40:00+01:00`

/** `backup`: to a file, or without `to` a base backup. */
export async function runBackup(
  config: ApiConfig,
  url: string,
  { to, keepDays, print }: { to: string | undefined; keepDays: string | undefined; print: (line: string) => void },
): Promise<number> {
  const objects = openObjects(config.dataDir, config.filesS3)
  const source = { url, dataDir: config.dataDir, objects, print }
  if (to !== undefined) {
    const path = await backUp({ ...source, now: new Date() }, resolve(to))
    print(`✓ The backup is ${path}. Protect it like the data and the keys.`)
    return 0
  }
  const { backupDir } = config
  if (!backupDir) throw new Error('Give --to, or set BACKUP_DIR as for the server')
  const days = keepDays === undefined ? undefined : parseIntegerOption('keep-days', keepDays, 3650)
  const path = await backUpBase({ ...source, backupDir })
  print(`✓ The base backup is ${path}. Protect it like the data and the keys.`)
  if (days === undefined) return 0
  const deleted = await deleteOldBackups(backupDir, objects, new Date(Date.now() - days * dayMs))
  print(`${deleted} older base backups were deleted, with the WAL before the oldest that is left.`)
  return 0
}

interface RestoreOptions {
  from: string
  until: string | undefined
  print: (line: string) => void
  /** Checks the ledger of the restored database. Returns the exit code. */
  check(url: string): Promise<number>
}

/** `restore`: then migrates the database and checks the ledger; exit code 1 if the ledger is inconsistent. */
export async function runRestore(config: ApiConfig, { from, until, print, check }: RestoreOptions): Promise<number> {
  const found = await stat(from).catch(() => {
    throw new Error(`There is no file ${from}`)
  })
  const objects = openObjects(config.dataDir, config.filesS3)
  const { dataDir, backupDir } = config
  if (found.isDirectory()) await restoreInstant(config, { from, until: parseInstant(until), print })
  else if (until !== undefined) throw new Error('--until needs a backup folder: a file has the data of one instant')
  const server = config.databaseUrl
    ? { url: config.databaseUrl, stop: async () => {} }
    : await startEmbedded({ dataDir, print, ...(found.isDirectory() && { backupDir }) })
  try {
    const { url } = server
    if (found.isDirectory()) {
      const { files, missing } = await restoreCopies({ url, from, objects })
      print(`${files} uploaded files were restored.`)
      if (missing.length > 0) print(`${missing.length} files have no copy in ${from}: ${missing.join(', ')}`)
    } else {
      const { rows, files } = await restoreBackup({ url, dataDir, objects }, from)
      print(`${rows} rows and ${files} files were restored.`)
    }
    await migrateDatabase(url)
    return await check(url)
  } finally {
    await server.stop()
  }
}

interface Instant {
  from: string
  until: Date | undefined
  print: (line: string) => void
}

async function restoreInstant({ databaseUrl, dataDir, backupDir }: ApiConfig, { from, until, print }: Instant) {
  if (databaseUrl)
    throw new Error('A backup folder has the data files of the built-in database: unset DATABASE_URL to restore it')
  const lastAt = await restoreBase({ dataDir, from, until, backupDir, print })
  print(`The last transaction that was restored is of ${lastAt?.toISOString() ?? 'the base backup'}.`)
}

/** @throws Error for a text that is no instant, or one without an offset from UTC */
function parseInstant(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text) ? new Date(text) : undefined
  if (at && !Number.isNaN(at.getTime())) return at
  throw new Error(
    '--until must be an instant with its offset, such as 2026-11-26T13:40:00+01:00 or 2026-11-26T12:40:00Z',
  )
}
