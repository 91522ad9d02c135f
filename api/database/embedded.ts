// Runs an embedded PostgreSQL server: the original binaries from npm packages, on a Unix socket, owned by this process.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findCluster } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { initialiseCluster, readPassword } from './embedded-initialise.ts'
import {
  hasEnded,
  type LaunchOptions,
  launchOrAdopt,
  type RunningServer,
  stopServer,
  whyItEnded,
} from './embedded-launch.ts'
import { isAlive } from './embedded-leftovers.ts'
import { prepareWalFolder } from './wal-archive.ts'

export interface EmbeddedOptions {
  dataDir: string
  /** Folder of base backups and WAL, for a restore to a point in time. */
  backupDir?: string | undefined
  print?: (line: string) => void
}

/**
 * Starts PostgreSQL on `dataDir/postgres`, created at the first call, and returns the URL of its database `adire`.
 * The URL is also a valid `URL` object: change its pathname for another database of the same server.
 * If another living process already runs a server on this data, that server is `adopted`: `stop` leaves it running, and when
 * its process stops it, this process starts one.
 * A server started here stops with this process, even if this process is killed, and is restarted after a crash.
 * With `backupDir` it archives its WAL there.
 * @throws Error with a message for the operator
 */
export async function startEmbedded(options: EmbeddedOptions) {
  if (process.platform !== 'linux') throw new Error('The built-in database needs Linux: set DATABASE_URL')
  const print = options.print ?? (() => {})
  const cluster = await findCluster(options.dataDir)
  const binaries = await findBinaries(cluster, print)
  await initialiseCluster(cluster, binaries, print)
  const { backupDir } = options
  if (backupDir) await prepareWalFolder(cluster, backupDir)
  const launch = { cluster, binaries, print, backupDir, url: buildDatabaseUrl(cluster) }
  const running = await launchOrAdopt(launch)
  return { url: launch.url, adopted: !running.child, stop: superviseServer(launch, running) }
}

/** Keeps a server running until the returned function is called, which stops the server if this process started it. */
function superviseServer(launch: LaunchOptions, first: RunningServer): () => Promise<void> {
  let running: RunningServer | undefined = first
  let stopping: Promise<void> | undefined
  const ending = new AbortController()
  let restarting: Promise<void> | undefined
  let crashes = 0

  /** Retries with growing pauses until a server runs: the cause of a failure, such as a full disk, may pass. */
  const restart = async (reason: string) => {
    running = undefined
    launch.print(reason)
    while (!stopping) {
      await sleep(restartPauseMs(crashes), undefined, { signal: ending.signal, ref: false }).catch(() => {})
      if (stopping) return
      try {
        running = await launchOrAdopt(launch)
        if (!stopping) watch(running)
        return
      } catch (error) {
        crashes += 1
        launch.print(String(error))
      }
    }
  }
  const watch = ({ pid, child }: RunningServer, sinceMs = Date.now()) => {
    if (!child) {
      return whenGone(pid, () => {
        if (!stopping) restarting = restart('The PostgreSQL we shared has ended; starting one')
      })
    }
    const restartCrashed = () => {
      if (stopping) return
      crashes = Date.now() - sinceMs > 60_000 ? 1 : crashes + 1
      if (crashes > crashesAtOnce) launch.print(`PostgreSQL keeps crashing: ${whyItEnded(launch.cluster)}`)
      const ended = child.exitCode === 0 ? 'was stopped by somebody else' : 'crashed'
      restarting = restart(`PostgreSQL ${ended} and is started again`)
    }
    // It may have ended since it was ready: then no event comes any more.
    if (hasEnded(child)) restartCrashed()
    else child.once('exit', restartCrashed)
  }
  watch(first)
  const stop = async () => {
    await restarting // otherwise its new server would keep running
    if (running) await stopServer(running)
  }
  return () => {
    stopping ??= stop()
    ending.abort()
    return stopping
  }
}

/** Number of crashes, each within a minute of the last, after which the restart is immediate; then each doubles the pause. */
const crashesAtOnce = 3
const longestPauseMs = 60_000
const restartPauseMs = (crashes: number) =>
  crashes <= crashesAtOnce ? 0 : Math.min(500 * 2 ** (crashes - crashesAtOnce), longestPauseMs)

/** Polls until a process has ended: there is no event for a process that is not a child. */
function whenGone(pid: number, call: () => void) {
  const timer = setInterval(() => {
    if (isAlive(pid)) return
    clearInterval(timer)
    call()
  }, 200)
  timer.unref()
}

/** With a host name besides the socket folder, the text is also valid for `URL`. Port and sslmode override PG* variables. */
export function buildDatabaseUrl(cluster: Cluster): string {
  const password = readPassword(cluster)
  const user = password ? `adire:${password}` : 'adire'
  return `postgres://${user}@localhost:5432/adire?host=${encodeURIComponent(cluster.socketDir)}&sslmode=disable`
}
