// Leftovers of an earlier server: a stale lock file, or a server that is still running.
import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './embedded-account.ts'

/** `isOrphan`: the process that started the server is gone, so its watcher is about to stop it. */
export type RunningServer = { pid: number; isReady: boolean; isOrphan: boolean }

/** Names the launcher on the server's command line. PostgreSQL ignores the setting; unlike a file it cannot become stale. */
export function launcherSetting(): string {
  return `adire.launcher=${process.pid}.${readProcess(process.pid)?.startedAt ?? 0}`
}

/** Reads postmaster.pid: line 1 is the pid, line 8 the status. */
export function readLock(cluster: Cluster): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(lockPath(cluster), 'utf8').split('\n')
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** The server running on this data. If there is none, removes lock files that could prevent a new one from starting. */
export function findServer(cluster: Cluster): RunningServer | undefined {
  const lock = readLock(cluster)
  const found = lock && readProcess(lock.pid)
  if (lock && found && isServerCommand(cluster, found.command)) {
    const setting = found.command.find((word) => word.startsWith('adire.launcher='))
    const [pid, startedAt] = setting?.slice('adire.launcher='.length).split('.') ?? []
    // Without the setting it was started by hand, and is stopped by hand.
    const isOrphan = setting !== undefined && readProcess(Number(pid))?.startedAt !== startedAt
    return { ...lock, isOrphan }
  }
  if (lock) clearLock(cluster, lock.pid)
  clearSocketLock(cluster)
  return undefined
}

/**
 * Clears postmaster.pid. A dead pid is left alone: PostgreSQL clears such a file itself, after checking that no backend of
 * the dead server still uses the shared memory. A pid that now belongs to another program or a zombie would block the start
 * for ever, so it is replaced by an impossible pid. Deleting the file would skip the check of the shared memory.
 */
function clearLock(cluster: Cluster, pid: number) {
  const path = lockPath(cluster)
  if (!pid) {
    // Emptied by a power cut. A younger file may still be being written.
    if (Date.now() - statSync(path).mtimeMs > 5000) rmSync(path, { force: true })
    return
  }
  if (!stillListed(pid)) return
  const rest = readFileSync(path, 'utf8').replace(/^.*/, '99999999')
  // The folder belongs to the server's account: never follow a link in it.
  const file = openSync(path, constants.O_WRONLY | constants.O_TRUNC | constants.O_NOFOLLOW)
  writeSync(file, rest)
  closeSync(file)
}

function clearSocketLock(cluster: Cluster) {
  const path = join(cluster.socketDir, '.s.PGSQL.5432.lock')
  try {
    const holder = readProcess(Number(readFileSync(path, 'utf8').split('\n')[0]))
    if (!holder || !isServerCommand(cluster, holder.command)) rmSync(path, { force: true })
  } catch {
    // there is no such file
  }
}

function lockPath(cluster: Cluster): string {
  return join(cluster.dir, 'data', 'postmaster.pid')
}

/** Whether this is the server itself: backends show a title instead of arguments, so only the server names its data folder. */
function isServerCommand(cluster: Cluster, command: string[]): boolean {
  return command.includes(join(cluster.dir, 'data'))
}

function stillListed(pid: number): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined
}

export function isAlive(pid: number): boolean {
  return readProcess(pid) !== undefined
}

/** A living process; undefined for a zombie. `startedAt`, in clock ticks since boot, distinguishes a reused pid. */
function readProcess(pid: number): { startedAt: string; command: string[] } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // from the third field on: the name may contain spaces
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { startedAt: fields[19] ?? '', command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }
  } catch {
    return undefined
  }
}
