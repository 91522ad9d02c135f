// Runs a PostgreSQL server of our own: the real one, from the npm packages, on a Unix socket, owned by this process.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, findCluster } from './embedded-account.ts'
import { findBinaries } from './embedded-binaries.ts'
import { initialiseCluster, readPassword } from './embedded-initialise.ts'
import { type LaunchOptions, launchOrAdopt, type RunningServer, stopServer, whyItEnded } from './embedded-launch.ts'
import { isAlive } from './embedded-leftovers.ts'

/**
 * Starts PostgreSQL on `dataDir/postgres`, made on the first call, and answers the address of its database `adire`.
 * The address is also a valid `URL`: change its pathname for another database of the same server.
 * Where a launcher that lives already runs a server there, that one is `adopted`: `stop` then leaves it running,
 * and when its own process stops it, we start one.
 * A server of ours ends with this process, however that ends, and comes back when it crashes. Refusals are sentences.
 */
export async function startEmbedded(options: { dataDir: string; print?: (line: string) => void }) {
  if (process.platform !== 'linux') throw new Error('The built-in database needs Linux: set DATABASE_URL')
  const print = options.print ?? (() => {})
  const cluster = await findCluster(options.dataDir)
  const binaries = await findBinaries(cluster, print)
  await initialiseCluster(cluster, binaries, print)
  const launch = { cluster, binaries, print, url: buildDatabaseUrl(cluster) }
  const running = await launchOrAdopt(launch)
  return { url: launch.url, adopted: !running.child, stop: supervise(launch, running) }
}

/** Keeps a server up until the returned function is called, which stops the server if it is ours. */
function supervise(launch: LaunchOptions, first: RunningServer): () => Promise<void> {
  let running: RunningServer | undefined = first
  let stopping: Promise<void> | undefined
  const ending = new AbortController()
  let restarting: Promise<void> | undefined
  let crashes = 0

  /** Tries until a server runs, at longer and longer intervals: what ends it, a full disk say, may pass. */
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
    child.once('exit', (code) => {
      if (stopping) return
      crashes = Date.now() - sinceMs > 60_000 ? 1 : crashes + 1
      if (crashes > crashesAtOnce) launch.print(`PostgreSQL keeps crashing: ${whyItEnded(launch.cluster)}`)
      const ended = code === 0 ? 'was stopped by somebody else' : 'crashed'
      restarting = restart(`PostgreSQL ${ended} and is started again`)
    })
  }
  watch(first)
  const stop = async () => {
    await restarting // its server would be left running
    if (running) await stopServer(running)
  }
  return () => {
    stopping ??= stop()
    ending.abort()
    return stopping
  }
}

/** So many crashes within a minute of each other are answered at once; after that each doubles the pause. */
const crashesAtOnce = 3
const longestPauseMs = 60_000
const restartPauseMs = (crashes: number) =>
  crashes <= crashesAtOnce ? 0 : Math.min(500 * 2 ** (crashes - crashesAtOnce), longestPauseMs)

/** A process that is not our child can only be asked for. */
function whenGone(pid: number, call: () => void) {
  const timer = setInterval(() => {
    if (isAlive(pid)) return
    clearInterval(timer)
    call()
  }, 200)
  timer.unref()
}

/** A host of its own name beside the socket's folder makes it valid for `URL` too. Port and sslmode keep PG* variables out. */
function buildDatabaseUrl(cluster: Cluster): string {
  const password = readPassword(cluster)
  const user = password ? `adire:${password}` : 'adire'
  return `postgres://${user}@localhost:5432/adire?host=${encodeURIComponent(cluster.socketDir)}&sslmode=disable`
}
