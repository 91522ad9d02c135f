// What an earlier server left behind: a lock of the dead, or a server that still runs.
import { closeSync, constants, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './embedded-account.ts'

/** `isOrphan`: the process that started it is gone, so its watcher is about to stop it. */
export type RunningServer = { pid: number; isReady: boolean; isOrphan: boolean }

/** The setting by which a server's command line names its launcher. PostgreSQL ignores it; unlike a file it cannot go stale. */
export function launcherSetting(): string {
  return `adire.launcher=${process.pid}.${readProcess(process.pid)?.startedAt ?? 0}`
}

/** The lines of postmaster.pid: 1 the pid, 8 the status. */
export function readLock(cluster: Cluster): { pid: number; isReady: boolean } | undefined {
  try {
    const lines = readFileSync(lockPath(cluster), 'utf8').split('\n')
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

/** The server that runs on the place's data. Where there is none, what could keep a new one from starting is cleared. */
export function findServer(cluster: Cluster): RunningServer | undefined {
  const lock = readLock(cluster)
  const found = lock && readProcess(lock.pid)
  if (lock && found && isServerCommand(cluster, found.command)) {
    const setting = found.command.find((word) => word.startsWith('adire.launcher='))
    const [pid, startedAt] = setting?.slice('adire.launcher='.length).split('.') ?? []
    // No launcher named: somebody started it by hand, and looks after it.
    const isOrphan = setting !== undefined && readProcess(Number(pid))?.startedAt !== startedAt
    return { ...lock, isOrphan }
  }
  if (lock) clearLock(cluster, lock.pid)
  clearSocketLock(cluster)
  return undefined
}

/**
 * A dead pid is left alone: PostgreSQL clears such a file itself, and first makes sure that no backend of the dead server
 * still holds the shared memory. A pid that now belongs to another program, or to a zombie, would stop it for ever, so
 * that pid becomes one that cannot exist. Deleting the file would skip the check of the shared memory.
 */
function clearLock(cluster: Cluster, pid: number) {
  const path = lockPath(cluster)
  if (!pid) {
    // Emptied by a power cut. A file that young may still be being written.
    if (Date.now() - statSync(path).mtimeMs > 5000) rmSync(path, { force: true })
    return
  }
  if (!stillListed(pid)) return
  const rest = readFileSync(path, 'utf8').replace(/^.*/, '99999999')
  // The folder is not ours but the server's account's: never follow a link that it may hold.
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

/** Backends show a title instead of their arguments, so only the server itself names its data folder. */
function isServerCommand(cluster: Cluster, command: string[]): boolean {
  return command.includes(join(cluster.dir, 'data'))
}

function stillListed(pid: number): boolean {
  return statSync(`/proc/${pid}`, { throwIfNoEntry: false }) !== undefined
}

export function isAlive(pid: number): boolean {
  return readProcess(pid) !== undefined
}

/** A living process; a zombie is as good as dead. `startedAt` is in clock ticks since boot and tells a reused pid apart. */
function readProcess(pid: number): { startedAt: string; command: string[] } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // from the third on: the name may hold blanks
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined
    return { startedAt: fields[19] ?? '', command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0') }
  } catch {
    return undefined
  }
}
