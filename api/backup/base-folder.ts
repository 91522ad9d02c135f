// The base backups of a backup folder. The name of each has the instant from which it can be used, and the first WAL file that it needs.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { walFolder } from '../database/wal-archive.ts'
import { removeOldCopies } from '../files/copied-objects.ts'
import type { ObjectStore } from '../files/objects.ts'

/** Parts of the archive of a base backup. */
export const baseParts = {
  password: 'password',
  folders: 'folders.json',
  cluster: 'cluster/',
  keys: 'keys/',
  label: 'backup_label',
  end: 'end.json',
}

export interface BaseBackup {
  path: string
  endedAt: Date
  firstWalFile: string
}

const second = 1000

/** Rounds up: the backup has everything up to the instant in its name. */
export function baseName(endedAt: Date, firstWalFile: string): string {
  const roundedAt = new Date(Math.ceil(endedAt.getTime() / second) * second)
  return `base-${roundedAt.toISOString().slice(0, 19).replaceAll(':', '')}Z-${firstWalFile}.tar.gz`
}

export async function baseFolder(backupDir: string): Promise<string> {
  const folder = join(backupDir, 'base')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** All base backups, the oldest first. */
export async function listBaseBackups(backupDir: string): Promise<BaseBackup[]> {
  const folder = join(backupDir, 'base')
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => {
      const [, day, hour, minute, rest, firstWalFile] =
        /^base-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9A-F]{24})\.tar\.gz$/.exec(name) ?? []
      if (firstWalFile === undefined) return []
      return [{ path: join(folder, name), endedAt: new Date(`${day}T${hour}:${minute}:${rest}Z`), firstWalFile }]
    })
    .toSorted((a, b) => a.endedAt.getTime() - b.endedAt.getTime())
}

/**
 * Deletes what is needed only to restore an instant before `from`: base backups except the last one before it, WAL, and copies of
 * files that were removed. Returns the number of base backups deleted.
 */
export async function deleteOldBackups(backupDir: string, objects: ObjectStore, from: Date): Promise<number> {
  const all = await listBaseBackups(backupDir)
  const lastBefore = all.findLastIndex(({ endedAt }) => endedAt <= from)
  const old = all.slice(0, Math.max(0, lastBefore))
  for (const { path } of old) await rm(path)
  const oldest = all[old.length]
  if (!oldest || old.length === 0) return 0
  const folder = walFolder(backupDir)
  for (const name of await readdir(folder))
    if (/^[0-9A-F]{24}(\.[0-9A-F]{8}\.backup)?\.gz$/.test(name) && segmentOf(name) < segmentOf(oldest.firstWalFile))
      await rm(join(folder, name))
  await removeOldCopies(objects, backupDir, oldest.endedAt)
  return old.length
}

/** A name of a WAL file without the timeline, which changes at a restore; so they are in the order in which they were written. */
const segmentOf = (name: string) => name.slice(8, 24)
