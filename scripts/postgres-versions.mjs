// npm run test:postgres -- FOLDER... [FILE.test.ts...]: runs tests on other versions of PostgreSQL. Each folder has `initdb` and `postgres`,
// such as /usr/lib/postgresql/15/bin. Without files: migrations, payments, settlements, jobs, backup and restore.
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, install } from './prepare.mjs'
import { run } from './run.mjs'
import { useScratchFolder } from './scratch.mjs'

const standardFiles = [
  'api/database/migrate.test.ts',
  'api/database/early-indexes.test.ts',
  'api/database/early-bounds.test.ts',
  'api/features/settlements/settlements.test.ts',
  'api/features/settlements/check-ledger.test.ts',
  'api/jobs/worker.test.ts',
  'api/backup/backup.test.ts',
]

const given = process.argv.slice(2)
const folders = given.filter((path) => existsSync(join(path, 'postgres')))
const files = given.filter((path) => path.endsWith('.test.ts'))
if (folders.length === 0 || folders.length + files.length < given.length) {
  console.error('✗ Use: npm run test:postgres -- <folder with initdb and postgres>... [FILE.test.ts...]')
  process.exit(2)
}
useScratchFolder()
const node = await install()
await build(node)
let failures = 0
for (const folder of folders) if (!(await testOn(folder))) failures++
process.exit(failures > 0 ? 1 : 0)

async function testOn(folder) {
  const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).trim()
  console.log(`• ${version}`)
  const dir = mkdtempSync(join(tmpdir(), 'postgres-'))
  const account = unprivileged()
  if (account) execFileSync('chown', [`${account.uid}:${account.gid}`, dir])
  chmodSync(dir, 0o700)
  const options = { ...account, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } }
  const data = join(dir, 'data')
  const flags = ['-U', 'adire', '-E', 'UTF8', '--locale=C.UTF-8', '--auth=trust']
  execFileSync(join(folder, 'initdb'), ['-D', data, ...flags], { ...options, stdio: 'pipe' })
  const settings = ['listen_addresses=', `unix_socket_directories=${dir}`, 'fsync=off', 'max_connections=200']
  let server
  const ended = run(join(folder, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
    onSpawn: (child) => {
      server = child
    },
  })
  try {
    await waitUntilReady(data)
    const url = `postgres://adire@localhost:5432/postgres?host=${encodeURIComponent(dir)}&sslmode=disable`
    const code = await run(node, ['api/testing/run.ts', ...(files.length > 0 ? files : standardFiles)], {
      env: { TEST_DATABASE_URL: url },
    })
    console.log(`${code === 0 ? '✓' : '✗'} ${version}`)
    return code === 0
  } finally {
    server.kill('SIGINT')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
}

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
