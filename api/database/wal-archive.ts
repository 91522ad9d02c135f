// Continuous archiving of the embedded PostgreSQL: each completed file of its write-ahead log (WAL) is copied to a folder.
import { closeSync, existsSync, lchownSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Cluster, letPass, runCommand } from './embedded-account.ts'

/** A file of the WAL is completed at the latest this many seconds after a change, so this much is lost with the disk. */
const archiveTimeoutSeconds = 60

/** Folder of the WAL in a backup folder. */
export const walFolder = (backupDir: string): string => join(backupDir, 'wal')

/**
 * Creates the folder of the WAL, for the account of the server.
 * @throws Error with a message for the operator if the account cannot write it, or if it has the WAL of another database
 */
export async function prepareWalFolder(cluster: Cluster, backupDir: string): Promise<void> {
  const folder = walFolder(backupDir)
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o711 })
    if (process.getuid?.() === 0) letPass(backupDir)
    if (!existsSync(folder)) {
      mkdirSync(folder, { mode: 0o700 })
      lchownSync(folder, cluster.account.uid, cluster.account.gid)
    }
  } catch (error) {
    throw new Error(`BACKUP_DIR: the folder ${folder} cannot be created (${(error as NodeJS.ErrnoException).code})`)
  }
  const tried = await runCommand(cluster.account, '/bin/sh', ['-c', 'test -w "$1" && test -x "$1"', 'sh', folder])
  if (!tried.ok)
    throw new Error(
      `BACKUP_DIR: account ${cluster.account.uid}, which runs the database, cannot write ${folder}: let it pass the folders above, and give it this one`,
    )
  requireSameSystem(cluster, folder)
}

/** The names of WAL files are the same in every database, so a folder has those of one database only. */
function requireSameSystem(cluster: Cluster, folder: string): void {
  const identifier = readSystemIdentifier(cluster)
  const path = join(folder, 'system-identifier')
  if (!existsSync(path)) writeFileSync(path, identifier, { mode: 0o600 })
  else if (readFileSync(path, 'utf8') !== identifier)
    throw new Error(`BACKUP_DIR: ${folder} has the backups of another database: set another folder`)
}

/** The number that `initdb` gave the cluster, which all copies of it have; the first bytes of `pg_control`. */
function readSystemIdentifier({ dir }: Cluster): string {
  const file = openSync(join(dir, 'data', 'global', 'pg_control'), 'r')
  try {
    const bytes = Buffer.alloc(8)
    readSync(file, bytes, 0, 8, 0)
    return bytes.readBigUInt64LE().toString()
  } finally {
    closeSync(file)
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Settings of a server that archives. A file is complete on the disk before PostgreSQL removes its own. A file that is there
 * already is never replaced. Half a file, which PostgreSQL leaves at the end of a restore, is not needed.
 */
export function archiveSettings(backupDir: string): string[] {
  const folder = quoted(walFolder(backupDir).replaceAll('%', '%%'))
  const command = [
    `case %f in *.partial) exit 0;; esac; to=${folder}/%f.gz`,
    `if [ -e "$to" ]; then gzip -dc "$to" | cmp -s - "%p"; exit; fi`,
    `gzip -1 <"%p" >"$to.part" && sync "$to.part" && mv "$to.part" "$to" && sync ${folder}`,
  ].join('; ')
  return ['archive_mode=on', `archive_timeout=${archiveTimeoutSeconds}`, `archive_command=${command}`]
}

/** The command that fetches a file of the WAL for a restore. */
export const restoreCommand = (backupDir: string): string => {
  const from = `${quoted(walFolder(backupDir).replaceAll('%', '%%'))}/%f.gz`
  return `test -e ${from} && gzip -dc ${from} >"%p"`
}
