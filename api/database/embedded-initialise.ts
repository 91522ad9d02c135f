// Creates the database cluster, once, and the database in it.
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

/** Runs initdb in a temporary folder and renames it: a killed initdb leaves no partial cluster, and of two launchers one wins. */
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
  fsyncSync(folder) // the rename must survive a power cut, like every row written later
  closeSync(folder)
}

/** The builtin locale makes the sort order independent of system libraries, and lets an index serve LIKE 'prefix%'. */
const initFlags = [
  ...['-U', 'adire', '-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'],
  ...['--auth-host=scram-sha-256', '--no-instructions'],
]

/** Authentication: the socket folder excludes other accounts; a password is needed only if the account itself is shared. */
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

/** The database's password, if it has one (see `authFlags`). */
export function readPassword(cluster: Cluster): string | undefined {
  return existsSync(passwordFile(cluster)) ? readFileSync(passwordFile(cluster), 'utf8').trim() : undefined
}

export function passwordFile(cluster: Cluster): string {
  return join(cluster.dir, 'password')
}

async function runInitdb(cluster: Cluster, command: string[]) {
  // Through cat, because Node's pipes are sockets, and /dev/stdin cannot be opened if it is a socket.
  const args = (words: string[]) => ['-c', 'cat | "$@"', 'sh', ...words]
  const password = readPassword(cluster) ?? ''
  const made = await runCommand(cluster.account, '/bin/sh', args(command), password)
  if (made.ok || !made.output.includes('could not look up effective user ID')) return made
  // Unlike the server, initdb requires an account with a name, which a container's arbitrary uid lacks: map it to one.
  const unshared = ['unshare', '--user', '--map-user=65534', '--map-group=65534', ...command]
  const second = await runCommand(cluster.account, '/bin/sh', args(unshared), password)
  return second.ok ? second : { ok: false, output: `${made.output}. Give the account an entry in /etc/passwd` }
}

/** Checks that the server responds, and creates the database if it does not exist yet. */
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
    if (!(await canConnect(url))) throw error // otherwise another launcher was first
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
    if ((error as { code?: string }).code === '3D000') return false // the database does not exist
    throw error
  } finally {
    await client.end()
  }
}

function readVersion(data: string): string | undefined {
  const path = join(data, 'PG_VERSION')
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}

/** Removes folders of launchers that were killed during initdb. */
function removeLeftovers(cluster: Cluster) {
  for (const name of readdirSync(cluster.dir)) {
    const pid = name.match(/^init-(\d+)-/)?.[1]
    if (!pid || existsSync(`/proc/${pid}`)) continue
    try {
      rmSync(join(cluster.dir, name), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // its initdb is just ending; the next start removes it
    }
  }
}
