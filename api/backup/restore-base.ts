// Restores the embedded database to an instant: a base backup, then the archived WAL.
import { execFile } from 'node:child_process'
import { appendFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, findCluster, runCommand } from '../database/embedded-account.ts'
import { passwordFile } from '../database/embedded-initialise.ts'
import { restoreCommand, walFolder } from '../database/wal-archive.ts'
import { readArchive } from './archive.ts'
import { type BaseBackup, baseParts, listBaseBackups } from './base-folder.ts'
import { recoverCluster } from './recover.ts'
import { writeKey } from './restore.ts'

const run = promisify(execFile)

export interface BaseRestoreTarget {
  dataDir: string
  /** Where the backups are. */
  from: string
  /** The instant; undefined: as late as the archived WAL leads. */
  until: Date | undefined
  /** Where the restored database archives its WAL; undefined: nowhere. */
  backupDir: string | undefined
  print(line: string): void
}

/**
 * Restores into a new data directory. Returns the time of the last transaction that the database has.
 * @throws Error with a message if there is data already, no backup before the instant, or no WAL up to it; nothing is left behind then
 */
export async function restoreBase(target: BaseRestoreTarget): Promise<Date | undefined> {
  const base = await chooseBase(target)
  const cluster = await findCluster(target.dataDir)
  const data = join(cluster.dir, 'data')
  if (await stat(data).catch(() => undefined))
    throw new Error(`There is a database in ${target.dataDir} already: restore into a new DATA_DIR`)
  await requireReadableWal(cluster, target.from)
  const draft = join(cluster.dir, `restore-${process.pid}`)
  try {
    await extractBase(base, { draft, cluster, dataDir: target.dataDir })
    await appendFile(join(draft, 'postgresql.auto.conf'), recoverySettings(target))
    await writeFile(join(draft, 'recovery.signal'), '')
    await run('chown', ['-R', `${cluster.account.uid}:${cluster.account.gid}`, draft])
    await run('chmod', ['-R', 'go=', draft])
    await rename(draft, data)
    target.print(`The base backup ${base.path} was read; now the WAL`)
    return await recoverCluster(cluster, target)
  } catch (error) {
    for (const folder of [draft, data]) await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function chooseBase({ from, until }: BaseRestoreTarget): Promise<BaseBackup> {
  const all = await listBaseBackups(from)
  const chosen = until ? all.findLast(({ endedAt }) => endedAt <= until) : all.at(-1)
  if (chosen) return chosen
  if (all.length === 0) throw new Error(`There is no base backup in ${from}`)
  throw new Error(
    `The first base backup in ${from} ended at ${all[0]!.endedAt.toISOString()}: nothing before it can be restored`,
  )
}

async function requireReadableWal({ account }: Cluster, from: string): Promise<void> {
  const folder = walFolder(from)
  const script = 'cd "$1" && for file in *.gz; do test ! -e "$file" || test -r "$file" || exit 1; done'
  const tried = await runCommand(account, '/bin/sh', ['-c', script, 'sh', folder])
  if (!tried.ok)
    throw new Error(
      `Account ${account.uid}, which runs the database, cannot read ${folder}: give it this folder and its files`,
    )
}

interface Extraction {
  draft: string
  cluster: Cluster
  dataDir: string
}

async function extractBase({ path }: BaseBackup, { draft, cluster, dataDir }: Extraction): Promise<void> {
  await mkdir(draft, { mode: 0o700 })
  let isComplete = false
  for await (const { name, content } of readArchive(path)) {
    if (name === baseParts.folders)
      for (const folder of JSON.parse(content.toString()) as string[])
        await mkdir(inside(draft, folder), { recursive: true })
    else if (name.startsWith(baseParts.cluster)) await writePiece(draft, name.slice(baseParts.cluster.length), content)
    else if (name.startsWith(baseParts.keys)) await writeKey(dataDir, name.slice(baseParts.keys.length), content)
    else if (name === baseParts.label) await writeFile(join(draft, 'backup_label'), content)
    else if (name === baseParts.password) await writeFile(passwordFile(cluster), content, { mode: 0o600 })
    else if (name === baseParts.end) isComplete = true
  }
  if (!isComplete) throw new Error(`${path} is not complete: use another backup`)
}

async function writePiece(draft: string, name: string, content: Buffer): Promise<void> {
  const path = inside(draft, dirname(name))
  const file = await open(path, name.endsWith('/1') ? 'w' : 'a', 0o600)
  try {
    await file.writeFile(content)
  } finally {
    await file.close()
  }
}

/** @throws Error for a name that leads out of the folder */
function inside(folder: string, name: string): string {
  const path = join(folder, name)
  if (!path.startsWith(`${folder}/`)) throw new Error(`The backup holds a file ${name}, which is not of a database`)
  return path
}

/** The restored database continues on a timeline of its own, so the WAL of the lost one stays complete. */
function recoverySettings({ from, until }: BaseRestoreTarget): string {
  const settings = [
    ['restore_command', restoreCommand(from)],
    ['recovery_target_timeline', 'current'],
    ['recovery_target_action', 'promote'],
    ...(until ? [['recovery_target_time', until.toISOString().replace('T', ' ').replace('Z', '+00')]] : []),
  ]
  return settings
    .map(([name, value]) => `\n${name} = '${value!.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`)
    .join('')
}
