// Starts the server process, or adopts the one that another living process runs on the same data.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './embedded-account.ts'
import type { PostgresBinaries } from './embedded-binaries.ts'
import { makeDatabase } from './embedded-initialise.ts'
import { findServer, launcherSetting, readLock } from './embedded-leftovers.ts'

/** How long another server on the same data may take to become ready, or to end. */
const leftoverTimeoutMs = 15_000
/** How long our own server may take, recovery after a crash included. */
const readyTimeoutMs = 120_000
/** After this a stop no longer waits for what the server still writes; the next start then recovers it from the log. */
const stopTimeoutMs = 20_000

export type LaunchOptions = { cluster: Cluster; binaries: PostgresBinaries; url: string; print: (line: string) => void }
/** `child` is missing where the server is not ours but adopted. */
export type RunningServer = { pid: number; child?: ChildProcess }

export async function launchOrAdopt(launch: LaunchOptions): Promise<RunningServer> {
  for (let attempt = 1; ; attempt++) {
    const adopted = await adopt(launch)
    if (adopted) return adopted
    const server = spawnServer(launch)
    const failure = await waitUntilReady(launch.cluster, server)
    if (failure === undefined) {
      await makeDatabase(launch.url)
      return { pid: server.pid!, child: server }
    }
    // Backends of a killed server hold its shared memory for some more milliseconds, and two launchers may meet.
    if (attempt === 7 || !/lock file|shared memory|in use/.test(failure)) {
      throw new Error(`PostgreSQL did not start: ${failure}`)
    }
    await sleep(30 * 2 ** attempt)
  }
}

/** Answers a server that another living process keeps; waits for the end of any other; nothing when there is none. */
async function adopt({ cluster, url }: LaunchOptions): Promise<RunningServer | undefined> {
  const begin = Date.now()
  let isStopRequested = false
  for (;;) {
    const server = findServer(cluster)
    if (!server) return undefined
    if (server.isReady && !server.isOrphan) {
      const isUp = await makeDatabase(url).then(
        () => true,
        () => false, // it is just going down
      )
      if (isUp) return { pid: server.pid }
    }
    const waitedMs = Date.now() - begin
    // Its watcher stops an orphan at once; this is for one whose watcher was killed as well.
    if (server.isOrphan && waitedMs > 2000 && !isStopRequested) isStopRequested = interrupt(server.pid)
    if (waitedMs > leftoverTimeoutMs) {
      throw new Error(
        `Another PostgreSQL (process ${server.pid}) holds ${cluster.dir} and neither answers nor ends: end it`,
      )
    }
    await sleep(20)
  }
}

function interrupt(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT')
  } catch {
    return true // it has just ended
  }
}

/**
 * The server's standard input is a pipe whose other end only we hold. The watcher reads it; when it closes, and it closes
 * even if we are killed with -9, the watcher asks the server for a fast shutdown. The watcher is forked twice, so that the
 * server, into which this shell turns, does not have it for a child: it takes a child that dies for a crashed backend.
 * The name is compared because by then the pid may be another's, and more than once because the shell may not have turned yet.
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

function spawnServer({ cluster, binaries }: LaunchOptions): ChildProcess {
  // In double quotes because this setting is a list: a comma in the path would divide it.
  const socketDir = `"${cluster.socketDir.replaceAll('"', '""')}"`
  const settings = [
    ...['listen_addresses=', 'port=5432', `unix_socket_directories=${socketDir}`, 'unix_socket_permissions=0700'],
    'dynamic_shared_memory_type=mmap', // containers have a /dev/shm of 64 MB
    ...['shared_buffers=256MB', 'max_wal_size=2GB', 'random_page_cost=1.1', 'timezone=UTC', 'log_timezone=UTC'],
    'client_connection_check_interval=2s', // an export whose reader has left ends
    // Errors reach whoever caused them; in the server's log they would only repeat customers' data.
    ...['log_min_messages=log', 'log_min_error_statement=panic', 'log_checkpoints=off'],
    launcherSetting(),
  ]
  const command = [
    binaries.postgres,
    '-D',
    join(cluster.dir, 'data'),
    ...settings.flatMap((setting) => ['-c', setting]),
  ]
  // Detached, so that Ctrl-C does not stop the database before we are done with it.
  const server = spawn('/bin/sh', ['-c', script, 'sh', logPath(cluster), ...command], {
    ...cluster.account.spawn,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  server.on('error', () => {}) // then there is no pid, and waitUntilReady says so
  server.stdin?.on('error', () => {})
  server.unref()
  ;(server.stdin as Socket | null)?.unref()
  return server
}

/** Ready is what postmaster.pid calls ready, for our pid. Otherwise answers why not. */
async function waitUntilReady(cluster: Cluster, server: ChildProcess): Promise<string | undefined> {
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

/** Stops a server of ours, cleanly; leaves another's alone. */
export async function stopServer({ child: server }: RunningServer): Promise<void> {
  if (server && !hasEnded(server)) {
    server.ref() // else Node may end before the server has
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGINT') // a fast shutdown: sessions are cut, what is committed is written
    const timer = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutMs)
    await ended
    clearTimeout(timer)
  }
  server?.stdin?.destroy()
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

function logPath(cluster: Cluster): string {
  return join(cluster.dir, 'server.log')
}
