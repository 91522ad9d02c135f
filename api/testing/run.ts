// Runs test files on one PostgreSQL: `node api/testing/run.ts [--only=WORDS] FILE...`. The files are distributed among a few processes,
// each of which runs its files one after the other: loading the API takes longer than most tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../database/embedded.ts'

const reports = join(import.meta.dirname, '../../node_modules/.cache/adire/reports')
/** For two cores that browser tests use too. Many more would exceed PostgreSQL's connections. */
const processes = 3
/** More parts than processes, so that no process works alone at the end. */
const parts = processes * 3
const partTimeoutMs = 20 * 60_000

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const running = new Set<ChildProcess>()
const waiting = [...dealOut(files).entries()]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    waiting.length = 0
    for (const child of running) child.kill(signal)
  })

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const dataDir = await mkdtemp(join(tmpdir(), 'adire-tests-'))
const { url, stop } = await startEmbedded({ dataDir })
await makeForgetful(url)
const code = (await runParts()) || requireTests()
await stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(code)

/** Exit code 1 if there was no test: the words of `--only` fit no title. */
function requireTests(): number {
  const ran = readdirSync(reports).map((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
  if (ran.some(({ passed, failed, skipped }) => passed + failed + skipped > 0)) return 0
  console.error(`✗ No test ran: ${flags.join(' ') || 'the files have none'}`)
  return 1
}

/** Turns off durability, because this server's data is deleted in a minute. Tests that need durability start their own server. */
async function makeForgetful(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum'])
    await client.query(`alter system set ${setting} = off`)
  await client.query("alter system set max_wal_size = '256MB'")
  await client.query('select pg_reload_conf()')
  await client.end()
}

/** Divides the files into parts of about the same size, always in the same way. */
function dealOut(all: string[]): string[][] {
  const bySize = all.map((file) => ({ file, bytes: statSync(file).size })).sort((a, b) => b.bytes - a.bytes)
  const dealt = Array.from({ length: Math.min(parts, all.length) }, () => ({ files: [] as string[], bytes: 0 }))
  for (const { file, bytes } of bySize) {
    const least = dealt.reduce((a, b) => (b.bytes < a.bytes ? b : a))
    least.files.push(file)
    least.bytes += bytes
  }
  return dealt.map((part) => part.files)
}

async function runParts(): Promise<number> {
  let worst = 0
  const runSome = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) worst = Math.max(worst, await runPart(...next))
  }
  await Promise.all(Array.from({ length: processes }, runSome))
  return worst
}

function runPart(number: number, part: string[]): Promise<number> {
  const report = join(reports, `${number}.json`)
  const child = spawn(process.execPath, [join(import.meta.dirname, 'part.ts'), ...flags, ...part], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: url, REPORT: report },
  })
  running.add(child)
  const timer = setTimeout(() => {
    console.error(`✗ Still running after ${partTimeoutMs / 60_000} minutes, and ended: ${part.join(' ')}`)
    child.kill('SIGKILL')
  }, partTimeoutMs)
  return new Promise((resolve) =>
    child.on('exit', (status) => {
      clearTimeout(timer)
      running.delete(child)
      // A process that exits before its last test has no report, and fails whatever its exit code.
      resolve(existsSync(report) ? (status ?? 1) : 1)
    }),
  )
}
