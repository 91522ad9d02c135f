// Starts a PostgreSQL from a folder with `initdb` and `postgres`, for tests on other versions than the built-in one.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './run.mjs'

/**
 * An empty server in a temporary folder, with the user `adire`. It listens on a socket in `dir`.
 * @param settings such as `max_connections=200`; later ones win
 */
export async function startServer(folder, settings = []) {
  const dir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const account = unprivileged()
  if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, dir])
  chmodSync(dir, 0o700)
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(dir, 'data')
  const flags = ['-U', 'adire', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust']
  execFileSync(join(folder, 'initdb'), ['-D', data, ...flags], { ...options, stdio: 'pipe' })
  const standard = ['listen_addresses=', `unix_socket_directories=${dir}`, 'fsync=off', 'max_connections=200']
  const logging = ['logging_collector=on', 'log_destination=jsonlog', `log_directory=${dir}`, 'log_filename=log']
  const given = [...standard, ...logging, ...settings].flatMap((setting) => ['-c', setting])
  let end = async () => {}
  const start = async () => {
    let child
    const ended = run(join(folder, 'postgres'), ['-D', data, ...given], {
      ...options,
      stdio: 'ignore',
      onSpawn: (spawned) => {
        child = spawned
      },
    })
    end = () => {
      child.kill('SIGINT')
      return ended
    }
    await waitUntilReady(data)
  }
  await start()
  return {
    dir,
    start,
    /** Ends all connections and the server. `start` starts it again with the same data. */
    end: () => end(),
    /** Ends the server and deletes its data. */
    remove: async () => {
      await end()
      rmSync(dir, { recursive: true, force: true })
    },
    /** What the server logged, in the order in which it happened. */
    readLog: () =>
      readFileSync(join(dir, 'log.json'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
  }
}

export const readVersion = (folder) =>
  execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()

export const isServerFolder = (path) => existsSync(join(path, 'postgres'))

/** PostgreSQL does not run as root. */
function unprivileged() {
  if (process.getuid() !== 0) return undefined
  const entry = /^(?:postgres|nobody):[^:]*:(\d+):(\d+)/m.exec(readFileSync('/etc/passwd', 'utf8'))
  return { uid: Number(entry[1]), gid: Number(entry[2]) }
}

async function waitUntilReady(data) {
  const isReady = () => {
    const path = join(data, 'postmaster.pid')
    return existsSync(path) && readFileSync(path, 'utf8').split('\n')[7]?.trim() === 'ready'
  }
  const untilMs = Date.now() + 60_000
  while (!isReady()) {
    if (Date.now() > untilMs) throw new Error('PostgreSQL did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
