// Makes the database cluster, once, and the database in it.
import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, isShared, runCommand } from './embedded-account.ts'
import type { PostgresBinaries } from './embedded-binaries.ts'

/** Initialises into a folder of its own and renames: a killed initdb leaves no half cluster, and of two launchers one wins. */
export async function initialiseCluster(cluster: Cluster, binaries: PostgresBinaries, print: (line: string) => void) {
  const data = join(cluster.dir, 'data')
  const version = readVersion(data)
  if (version === binaries.major) return
  if (version) {
    throw new Error(
      `${data} was written by PostgreSQL ${version}, this is ${binaries.major}: make a backup with the earlier version of the product and restore it (docs/backup.md)`,
    )
  }
  print('Preparing a new database')
  removeLeftovers(cluster)
  const fresh = join(cluster.dir, `init-${process.pid}-${randomBytes(4).toString('hex')}`)
  const made = await runInitdb(cluster, [binaries.initdb, '-D', fresh, ...initFlags, ...authFlags(cluster)])
  if (!made.ok) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`The database could not be prepared: ${made.output}`)
  }
  try {
    renameSync(fresh, data)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    if (!readVersion(data)) throw new Error(`The database could not be moved to ${data}: ${error}`)
  }
  const folder = openSync(cluster.dir, 'r')
  fsyncSync(folder) // the rename itself must survive a power cut, like every row after it
  closeSync(folder)
}

/** The builtin locale keeps the order of texts independent of the system's libraries, and serves LIKE 'prefix%' by index. */
const initFlags = [
  ...['-U', 'adire', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ...['--auth-host=scram-sha-256', '--no-instructions'],
]

/** The folder of the socket keeps other accounts out; only where the account itself is shared a password has to. */
function authFlags(cluster: Cluster): string[] {
  if (!isShared(cluster.account)) return ['--auth-local=trust']
  if (readPassword(cluster) === undefined) {
    try {
      writeFileSync(passwordFile(cluster), randomBytes(24).toString('hex'), { mode: 0o600, flag: 'wx' })
    } catch {
      // another launcher was first: one password for both
    }
  }
  return ['--auth-local=scram-sha-256', '--pwfile=/dev/stdin']
}

/** The database's password where it has one (see authFlags). */
export function readPassword(cluster: Cluster): string | undefined {
  return existsSync(passwordFile(cluster)) ? readFileSync(passwordFile(cluster), 'utf8').trim() : undefined
}

function passwordFile(cluster: Cluster): string {
  return join(cluster.dir, 'password')
}

async function runInitdb(cluster: Cluster, command: string[]) {
  // Through cat, because Node's pipes are sockets, and /dev/stdin cannot be opened when it is a socket.
  const args = (words: string[]) => ['-c', 'cat | "$@"', 'sh', ...words]
  const password = readPassword(cluster) ?? ''
  const made = await runCommand(cluster.account, '/bin/sh', args(command), password)
  if (made.ok || !made.output.includes('could not look up effective user ID')) return made
  // initdb, unlike the server, insists on an account with a name, which a container's arbitrary uid has not: lend it one.
  const unshared = ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...command]
  const second = await runCommand(cluster.account, '/bin/sh', args(unshared), password)
  return second.ok ? second : { ok: false, output: `${made.output}. Give the account an entry in /etc/passwd` }
}

/** Proves that the server answers, and makes the database if it is not there yet. */
export async function makeDatabase(url: string): Promise<void> {
  if (await canConnect(url)) return
  const main = new URL(url)
  main.pathname = '/postgres'
  const client = new pg.Client({ connectionString: main.href, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('create database adire')
  } catch (error) {
    if (!(await canConnect(url))) throw error // else another launcher was first
  } finally {
    await client.end()
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '3D000') return false // there is no such database
    throw error
  } finally {
    await client.end()
  }
}

function readVersion(data: string): string | undefined {
  const path = join(data, 'PG_VERSION')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Removes what launchers that were killed during initdb left. */
function removeLeftovers(cluster: Cluster) {
  for (const name of readdirSync(cluster.dir)) {
    const pid = name.match(/^init-(\d+)-/)?.[1]
    if (!pid || existsSync(`/proc/${pid}`)) continue
    try {
      rmSync(join(cluster.dir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // its initdb is just ending; the next preparation finds it
    }
  }
}
