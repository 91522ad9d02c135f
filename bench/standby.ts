// A PostgreSQL primary with a synchronous standby, in folders of their own, with the binaries of the embedded database.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../api/database/embedded.ts'
import { type Cluster, findCluster } from '../api/database/embedded-account.ts'
import { findBinaries, type PostgresBinaries } from '../api/database/embedded-binaries.ts'
import { asOneClient } from '../api/database/one-client.ts'
import { endWithProcess } from '../api/testing/end-with-process.ts'
import { copyCluster } from '../api/testing/replica.ts'

/** One server. Unlike the embedded database it is not started again when it crashes. */
export interface BenchPostgres {
  url: string
  /** Its Unix socket. */
  socket: string
  /** Kills the server with all its processes, as the loss of its machine would. */
  lose(): Promise<void>
}

export interface PostgresPair {
  primary: BenchPostgres
  standby: BenchPostgres
  close(): Promise<void>
}

/** Commits on the primary wait until the standby has written them (`synchronous_standby_names`). */
export async function openPair(): Promise<PostgresPair> {
  const folders = [await mkdtemp(join(tmpdir(), 'adire-pair-')), await mkdtemp(join(tmpdir(), 'adire-pair-'))]
  const [primaryDir, standbyDir] = folders as [string, string]
  const embedded = await startEmbedded({ dataDir: primaryDir })
  // The standby starts after the primary was restarted, which would remove the log that the copy needs.
  await asOneClient(embedded.url, async (client) => {
    await client.query(`alter system set wal_keep_size = '1GB'`)
    await client.query('select pg_reload_conf()')
  })
  await copyCluster(embedded.url, primaryDir, standbyDir)
  await embedded.stop()
  const primary = await startPostgres(primaryDir, embedded.url)
  const standby = await startPostgres(standbyDir, await standbyUrl(embedded.url, standbyDir))
  await asOneClient(primary.url, async (client) => {
    await client.query(`alter system set synchronous_standby_names = '*'`)
    await client.query('select pg_reload_conf()')
    const isSynchronous = async () =>
      (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount === 1
    while (!(await isSynchronous())) await pause(50)
  })
  return {
    primary,
    standby,
    async close() {
      await Promise.all([primary.lose(), standby.lose()])
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Turns the standby into a primary. */
export const promote = ({ url }: BenchPostgres) => asOneClient(url, (client) => client.query('select pg_promote(true)'))

/** Whether the server answers and accepts writes. */
export const isPrimary = ({ url }: BenchPostgres): Promise<boolean> =>
  asOneClient(url, async (client) => {
    const { rows } = await client.query<{ recovering: boolean }>('select pg_is_in_recovery() as recovering')
    return !rows[0]!.recovering
  }).catch(() => false)

/** The standby is a copy, so user and password are those of the primary. */
async function standbyUrl(primaryUrl: string, dataDir: string): Promise<string> {
  const url = new URL(primaryUrl)
  url.searchParams.set('host', (await findCluster(dataDir)).socketDir)
  return url.href
}

async function startPostgres(dataDir: string, url: string): Promise<BenchPostgres> {
  const cluster = await findCluster(dataDir)
  const server = spawnPostgres(cluster, await findBinaries(cluster, () => {}))
  const isUp = () =>
    asOneClient(url, () => Promise.resolve(true)).catch(() => {
      if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`)
      return false
    })
  while (!(await isUp())) await pause(50)
  return { url, socket: join(cluster.socketDir, '.s.PGSQL.5432'), lose: () => loseProcesses(server) }
}

function spawnPostgres(cluster: Cluster, { postgres }: PostgresBinaries): ChildProcess {
  const settings = [
    ...['listen_addresses=', 'port=5432', `unix_socket_directories=${cluster.socketDir}`],
    ...['dynamic_shared_memory_type=mmap', 'shared_buffers=256MB', 'max_wal_size=2GB', 'max_connections=200'],
  ]
  const args = ['-D', join(cluster.dir, 'data'), ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(postgres, args, { ...cluster.account.spawn, stdio: 'ignore' })
  endWithProcess(server)
  return server
}

/** The postmaster is halted first: otherwise it would end its processes itself, and start new ones. */
async function loseProcesses(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exit = once(server, 'exit')
  server.kill('SIGSTOP')
  for (const pid of [...listChildren(server.pid!), server.pid!]) process.kill(pid, 'SIGKILL')
  await exit
}

function listChildren(parent: number): number[] {
  const parentOf = (pid: string) => {
    try {
      return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1])
    } catch {
      return undefined // it has just ended
    }
  }
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === parent)
    .map(Number)
}
