// Starts the server process, or adopts the server that another living process runs on the same data.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './embedded-account.ts'
import type { PostgresBinaries } from './embedded-binaries.ts'
import { makeDatabase } from './embedded-initialise.ts'
import { findServer, launcherSetting, readLock } from './embedded-leftovers.ts'
import { archiveSettings } from './wal-archive.ts'

/** Time that another server on the same data gets to become ready or to stop, in ms. */
const leftoverTimeoutMs = 15_000
/** Time for a clean stop, in ms. After it the server is killed, and the next start recovers from the write-ahead log. */
const stopTimeoutMs = 20_000

export interface LaunchOptions {
  cluster: Cluster
  binaries: PostgresBinaries
  url: string
  print: (line: string) => void
  /** Where the server archives its WAL; undefined: nowhere. */
  backupDir?: string | undefined
  /** Time that the server gets to become ready, in ms, including crash recovery; two minutes by default. */
  readyTimeoutMs?: number
}
/** `child` is undefined for an adopted server. */
export type RunningServer = { pid: number; child?: ChildProcess }

/**
 * Starts a server, or adopts a running one. Repeats when leftovers of an earlier server are in the way.
 * @throws Error with the end of the server's log
 */
export async function launchOrAdopt(launch: LaunchOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const adopted = await adoptServer(launch)
    if (adopted) return adopted
    const server = spawnServer(launch)
    const failure = await waitUntilReady(launch, server)
    if (failure === undefined) {
      const running = { pid: server.pid!, child: server }
      try {
        await makeDatabase(launch.url)
      } catch (error) {
        await stopServer(running) // otherwise it would run without anybody who stops it
        throw error
      }
      return running
    }
    // Backends of a killed server keep its shared memory for some milliseconds, and two launchers may start at the same time.
    if (attempt === 7 || !/lock file|shared memory|in use/.test(failure)) {
      throw new Error(`PostgreSQL did not start: ${failure}`)
    }
    await sleep(30 * 2 ** attempt)
  }
}

/** Returns the server of another living process; waits until any other server has ended; undefined if there is none. */
async function adoptServer({ cluster, url }: LaunchOptions): Promise<RunningServer | undefined> {
  const begin = Date.now()
  let isStopRequested = false
  for (;;) {
    const server = findServer(cluster)
    if (!server) return undefined
    if (server.isReady && !server.isOrphan) {
      const isUp = await makeDatabase(url).then(
        () => true,
        () => false, // it is shutting down
      )
      if (isUp) return { pid: server.pid }
    }
    const waitedMs = Date.now() - begin
    // Its watcher stops an orphan at once; this handles one whose watcher was killed too.
    if (server.isOrphan && waitedMs > 2000 && !isStopRequested) isStopRequested = interruptProcess(server.pid)
    if (waitedMs > leftoverTimeoutMs) {
      throw new Error(
        `Another PostgreSQL (process ${server.pid}) holds ${cluster.dir} and neither answers nor ends: end it`,
      )
    }
    await sleep(20)
  }
}

function interruptProcess(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT')
  } catch {
    return true // it has already ended
  }
}

/**
 * The server's standard input is a pipe whose other end only this process has. A watcher reads it; when it closes, even after
 * a kill -9, the watcher asks the server for a fast shutdown. The watcher is forked twice, so that it is not a child of the
 * server, which this shell becomes: the server would take the end of a child for a crashed backend. The process name is
 * checked because the pid may have been reused by then, and several times because the shell may not have become the server yet.
 */
const script = `
umask 077; mv -f "$1" "$1.1" 2>/dev/null; exec >"$1" 2>&1 3<&0 </dev/null; shift
( ( while read -r _ <&3; do :; done
  for _ in 1 2 3 4 5; do
    grep -qs postgres /proc/$$/comm && kill -INT $$ && exit
    [ -e /proc/$$ ] || exit
    sleep 0.1
  done ) 2>/dev/null & )
exec "$@" 3<&-`

function spawnServer({ cluster, binaries, backupDir }: LaunchOptions): ChildProcess {
  // In double quotes because this setting is a list: a comma in the path would split it.
  const socketDir = `"${cluster.socketDir.replaceAll('"', '""')}"`
  const settings = [
    ...['listen_addresses=', 'port=5432', `unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700'],
    'dynamic_shared_memory_type=mmap', // containers have a /dev/shm of 64 MB
    ...['shared_buffers=256MB', 'max_wal_size=2GB', 'random_page_cost=1.1', 'timezone=UTC', 'log_timezone=UTC'],
    'client_connection_check_interval=2s', // ends an export whose client has disconnected
    // Errors reach the client that caused them; in the server's log they would only repeat customer data.
    ...['log_min_messages=log', 'log_min_error_statement=panic', 'log_checkpoints=off'],
    launcherSetting(),
    ...(backupDir ? archiveSettings(backupDir) : []),
  ]
  const command = [
    binaries.postgres,
    '-D',
    join(cluster.dir, 'data'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  // Detached, so that Ctrl-C does not stop the database before this process has finished with it.
  const server = spawn('/bin/sh', ['-c', script, 'sh', logPath(cluster), ...command], {
    ...cluster.account.spawn,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  server.on('error', () => {}) // then pid is undefined, which waitUntilReady reports
  server.stdin?.on('error', () => {})
  server.unref()
  ;(server.stdin as Socket | null)?.unref()
  return server
}

/** Waits until postmaster.pid says ready for this pid. Returns undefined, or the reason why the server is not ready. */
async function waitUntilReady(
  { cluster, readyTimeoutMs = 120_000 }: LaunchOptions,
  server: ChildProcess,
): Promise<string | undefined> {
  const begin = Date.now()
  while (server.pid !== undefined && !hasEnded(server)) {
    const lock = readLock(cluster)
    if (lock?.isReady && lock.pid === server.pid) return undefined
    if (Date.now() - begin > readyTimeoutMs) {
      server.kill('SIGQUIT')
      return `not ready after ${readyTimeoutMs / 1000} seconds, see ${logPath(cluster)}`
    }
    await sleep(10)
  }
  if (server.pid === undefined) return 'its process could not be started'
  return whyItEnded(cluster)
}

/** The end of the server's log. */
export function whyItEnded(cluster: Cluster): string {
  try {
    return readFileSync(logPath(cluster), 'utf8').trim().slice(-1000) || `see ${logPath(cluster)}`
  } catch {
    return `it could not write ${logPath(cluster)}`
  }
}

/** Stops a server of this process cleanly; does nothing for an adopted one. */
export async function stopServer({ child: server }: RunningServer): Promise<void> {
  if (server && !hasEnded(server)) {
    server.ref() // otherwise Node may exit before the server has
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT') // fast shutdown: ends sessions, writes what is committed
    const timer = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutMs)
    await ended
    clearTimeout(timer)
  }
  server?.stdin?.destroy()
}

export function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

function logPath(cluster: Cluster): string {
  return join(cluster.dir, 'server.log')
}
