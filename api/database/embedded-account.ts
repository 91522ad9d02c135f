// Under which account the embedded PostgreSQL runs, and in which folder its data lives.
// PostgreSQL refuses to run as root, so root hands the server to an unprivileged account, which must then be able to
// reach the folder. A plain user simply runs it himself.
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  symlinkSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** `spawn` are the options every process of this account is started with. */
export type OsAccount = {
  uid: number
  gid: number
  spawn: { uid?: number; gid?: number; cwd: string; env: Record<string, string> }
}

/** `dir` belongs to the account alone (0700) and holds the cluster in `data`; `socketDir` holds the Unix socket. */
export type Cluster = { dir: string; socketDir: string; account: OsAccount }

/** Where root keeps what an unprivileged account cannot reach elsewhere, for instance below a home of mode 0700. */
export const commonDir = '/var/lib/adire'

/** Runs a short command as the account, for two minutes at most. Never throws: a failed spawn is an answer too. */
export function runCommand(account: OsAccount, file: string, args: string[], input = '') {
  return new Promise<{ ok: boolean; output: string }>((resolveResult) => {
    try {
      const child = execFile(file, args, { ...account.spawn, timeout: 120_000 }, (error, stdout, stderr) =>
        resolveResult({ ok: !error, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') }),
      )
      child.stdin?.on('error', () => {}).end(input)
    } catch (error) {
      resolveResult({ ok: false, output: String(error) }) // a refused change of uid throws instead of calling back
    }
  })
}

/** Finds, or makes, the folder `postgres` in `dataDir` and the account that owns it. */
export async function findCluster(dataDir: string): Promise<Cluster> {
  const folder = join(resolve(dataDir), 'postgres')
  try {
    mkdirSync(resolve(dataDir), { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new Error(`The data folder ${resolve(dataDir)} cannot be made (${error}): set another DATA_DIR`)
  }
  const dir = process.getuid?.() === 0 ? await prepareRootFolder(folder) : prepareUserFolder(folder)
  const { uid, gid } = lstatSync(dir)
  const account = toOsAccount(uid, gid)
  const reached = await runCommand(account, '/bin/sh', ['-c', 'cd "$1"', 'sh', dir])
  if (!reached.ok) {
    throw new Error(`Account ${uid} owns ${dir} but cannot reach it: let it pass the folders above (chmod o+x)`)
  }
  return { dir, socketDir: findSocketDir(dir, account), account }
}

function prepareUserFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const dir = realpathSync(folder)
  const { uid } = lstatSync(dir)
  if (uid !== process.getuid?.()) {
    throw new Error(`${dir} belongs to account ${uid}: start as that account or as root, or set another DATA_DIR`)
  }
  return dir
}

/** The owner of an existing folder stays its owner, so that root may start what a plain user began, and stop again. */
async function prepareRootFolder(folder: string): Promise<string> {
  if (existsSync(folder) && lstatSync(realpathSync(folder)).uid !== 0) return realpathSync(folder)
  const account = unprivilegedAccount()
  if (!lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink()) {
    letPass(dirname(folder))
    handOver(folder, account)
    const script = 'cd "$1" && : > .reach && rm .reach'
    const reached = await runCommand(account, '/bin/sh', ['-c', script, 'sh', folder])
    if (reached.ok) return realpathSync(folder)
    rmdirSync(folder)
  }
  // A link, not just the hash of the path: whoever deletes the data folder then starts afresh, as he expects, and
  // whoever looks for the data finds it.
  const elsewhere = join(commonDir, `${shortHash(folder)}-${randomBytes(4).toString('hex')}`)
  mkdirSync(commonDir, { recursive: true, mode: 0o755 })
  handOver(elsewhere, account)
  try {
    symlinkSync(elsewhere, folder)
  } catch {
    rmdirSync(elsewhere) // another launcher was first, or an old link points at nothing: the check below tells
  }
  if (!existsSync(folder)) throw new Error(`${folder} points at a folder that is gone: restore it or delete the link`)
  return realpathSync(folder)
}

/** Root's own data folder, often made with mode 0700, lets others pass to what is theirs; it shows them nothing. */
function letPass(dataDir: string) {
  const { uid, mode } = lstatSync(dataDir)
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

function handOver(dir: string, account: OsAccount) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  lchownSync(dir, account.uid, account.gid) // lchown: a planted link must not lead us to give away another file
}

function unprivilegedAccount(): OsAccount {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const entries = lines.map((line) => line.split(':'))
  const entry = entries.find(([name]) => name === 'postgres') ?? entries.find(([name]) => name === 'nobody')
  if (!entry) {
    throw new Error(
      'PostgreSQL does not run as root, and there is neither an account postgres nor nobody: set DATABASE_URL',
    )
  }
  return toOsAccount(Number(entry[2]), Number(entry[3]))
}

/** Is this the account that other programs run under too? Then the server asks for a password. */
export function isShared(account: OsAccount): boolean {
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):/m)
  return nobody !== null && Number(nobody[1]) === account.uid
}

function toOsAccount(uid: number, gid: number): OsAccount {
  // The working folder may be closed to the account, and PG* or LD_* variables of the user are not meant for our server.
  const surroundings = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' } }
  const isSelf = uid === process.getuid?.()
  return { uid, gid, spawn: isSelf ? surroundings : { ...surroundings, uid, gid } }
}

/** The folder itself, unless the socket's path would exceed the 107 bytes the kernel allows. */
function findSocketDir(dir: string, account: OsAccount): string {
  if (Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= 103) return dir
  const isRoot = process.getuid?.() === 0
  const short = isRoot ? join(commonDir, `s-${shortHash(dir)}`) : `/tmp/adire-${account.uid}-${shortHash(dir)}`
  if (isRoot) mkdirSync(commonDir, { recursive: true, mode: 0o755 })
  if (!existsSync(short)) handOver(short, account)
  const found = lstatSync(short)
  // Whoever owns the folder can put a false server into it.
  if (!found.isDirectory() || found.uid !== account.uid) {
    throw new Error(`${short} is needed for the database's socket but belongs to account ${found.uid}: remove it`)
  }
  chmodSync(short, 0o700)
  return short
}

export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
