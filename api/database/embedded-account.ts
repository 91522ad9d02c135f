// The operating system account of the embedded PostgreSQL, and the folder of its data.
// PostgreSQL rejects root, so root runs the server under an unprivileged account, which must be able to reach the folder.
// Any other user runs the server under their own account.
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

/** `spawn`: options for starting processes under this account. */
export type OsAccount = {
  uid: number
  gid: number
  spawn: { uid?: number; gid?: number; cwd: string; env: Record<string, string> }
}

/** `dir` belongs to the account alone (0700) and contains the cluster in `data`; `socketDir` contains the Unix socket. */
export type Cluster = { dir: string; socketDir: string; account: OsAccount }

/** Root's folder for data that the account could not reach elsewhere, for example under a home with mode 0700. */
export const commonDir = '/var/lib/adire'

/** Runs a short command under the account, for at most two minutes. Never throws: a failed spawn is a result too. */
export function runCommand(account: OsAccount, file: string, args: string[], input = '') {
  return new Promise<{ ok: boolean; output: string }>((resolveResult) => {
    try {
      const child = execFile(file, args, { ...account.spawn, timeout: 120_000 }, (error, stdout, stderr) =>
        resolveResult({ ok: !error, output: `${stdout}${stderr}`.trim() || (error?.message ?? '') }),
      )
      child.stdin?.on('error', () => {}).end(input)
    } catch (error) {
      resolveResult({ ok: false, output: String(error) }) // a rejected change of uid throws instead of calling back
    }
  })
}

/** Finds or creates the folder `postgres` in `dataDir` and the account that owns it. */
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

/** An existing folder keeps its owner, so that root can start a server that another user created, and stop it again. */
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
  // A link, not only the hash of the path: deleting the data folder then really starts afresh, and the data can be found from it.
  const elsewhere = join(commonDir, `${shortHash(folder)}-${randomBytes(4).toString('hex')}`)
  mkdirSync(commonDir, { recursive: true, mode: 0o755 })
  handOver(elsewhere, account)
  try {
    symlinkSync(elsewhere, folder)
  } catch {
    rmdirSync(elsewhere) // another launcher was first, or an old link has no target: checked below
  }
  if (!existsSync(folder)) throw new Error(`${folder} points at a folder that is gone: restore it or delete the link`)
  return realpathSync(folder)
}

/** Adds search permission to a folder of root, often of mode 0700, so that the account reaches its folder but lists nothing. */
export function letPass(dir: string) {
  const { uid, mode } = lstatSync(dir)
  if (uid === 0 && (mode & 0o001) === 0) chmodSync(dir, (mode & 0o777) | 0o011)
}

function handOver(dir: string, account: OsAccount) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  lchownSync(dir, account.uid, account.gid) // lchown: a planted link must not change the owner of another file
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

/** Whether other programs use the same account. The server then requires a password. */
export function isShared(account: OsAccount): boolean {
  const nobody = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):/m)
  return nobody !== null && Number(nobody[1]) === account.uid
}

function toOsAccount(uid: number, gid: number): OsAccount {
  // The account may have no access to the working folder, and PG* or LD_* variables of the user must not reach the server.
  const surroundings = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C' } }
  const isSelf = uid === process.getuid?.()
  return { uid, gid, spawn: isSelf ? surroundings : { ...surroundings, uid, gid } }
}

/** The folder itself, unless the socket's path would exceed the kernel's limit of 107 bytes. */
function findSocketDir(dir: string, account: OsAccount): string {
  if (Buffer.byteLength(join(dir, '.s.PGSQL.5432')) <= 103) return dir
  const isRoot = process.getuid?.() === 0
  const short = isRoot ? join(commonDir, `s-${shortHash(dir)}`) : `/tmp/adire-${account.uid}-${shortHash(dir)}`
  if (isRoot) mkdirSync(commonDir, { recursive: true, mode: 0o755 })
  if (!existsSync(short)) handOver(short, account)
  const found = lstatSync(short)
  // The owner of the folder could put a fake server into it.
  if (!found.isDirectory() || found.uid !== account.uid) {
    throw new Error(`${short} is needed for the database's socket but belongs to account ${found.uid}: remove it`)
  }
  chmodSync(short, 0o700)
  return short
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
