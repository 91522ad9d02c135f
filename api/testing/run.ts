// Runs test files on one PostgreSQL: `node api/testing/run.ts [--only=WORDS] FILE...`. The files are distributed among a few processes,
// each of which runs its files one after the other: loading the API takes longer than most tests.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { quickImports } from '../../scripts/product.mjs'
import { startEmbedded } from '../database/embedded.ts'
import { checkStatements } from './statements/check.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache/adire')
const reports = join(cache, 'reports')
const statements = join(cache, 'statements')
/** Where Node stores compiled modules. Loading the API takes a third less time with them, in each part and each program that tests start. */
const compiled = join(cache, 'compiled')
/** For two cores that browser tests use too. Many more would exceed PostgreSQL's connections. */
const processes = 3
/** MB for new objects before V8 collects them. With its default of 16 a part needs about seven percent more CPU time. */
const semiSpace = ['--min-semi-space-size=64', '--max-semi-space-size=64']
/**
 * Sizes of the parts, in the order in which they start: the last ones are short, so that no process works alone at the end. Each part loads the
 * API again, so they are few.
 */
const partSizes = [8, 8, 8, 2, 1, 1]
/** Files whose tests take much longer, or shorter, than their size tells: as long as a file of so many bytes, half a second for 1,000. */
const longFiles: Record<string, number> = {
  'simulate/simulate.test.ts': 250_000,
  'api/testing/once.test.ts': 140_000,
  'api/testing/contract.test.ts': 90_000,
  'api/features/checkout/card-limits.test.ts': 65_000,
  'api/testing/crash-settlements.test.ts': 54_000,
  'api/testing/full-disk.test.ts': 53_000,
  'api/features/subscriptions/thresholds.test.ts': 50_000,
  'api/database/embedded.test.ts': 48_000,
  'api/testing/expensive.test.ts': 47_000,
  'api/features/onboarding/go-live.test.ts': 44_000,
  'api/testing/crash.test.ts': 39_000,
  'api/http/exports.test.ts': 38_000,
  'api/features/team/matrix.test.ts': 37_000,
  'api/features/webhooks/events-sent-once.test.ts': 35_000,
  'api/features/coupons/payers.test.ts': 35_000,
  'api/testing/outage.test.ts': 32_000,
  'api/testing/processes.test.ts': 31_000,
  'api/features/users/two-factor.test.ts': 31_000,
  'api/features/reconciliation/reconciliation.test.ts': 29_000,
  'api/features/subscriptions/subscriptions.test.ts': 29_000,
  'api/features/disputes/processor-disputes.test.ts': 28_000,
  'api/features/subscriptions/change-plan.test.ts': 28_000,
  'api/backup/backup.test.ts': 27_000,
  'api/backup/point-in-time.test.ts': 25_000,
  'api/http/safe-text.test.ts': 25_000,
  'api/testing/start.test.ts': 21_000,
  'api/http/describe-error.test.ts': 20_000,
  'api/features/payments/download.test.ts': 19_000,
  'api/features/splits/ledger.test.ts': 18_000,
  'api/testing/renewal-crash.test.ts': 14_000,
  'api/testing/twice.test.ts': 12_000,
  'api/features/audit/audit.test.ts': 4_000,
}
/** For a part that hangs outside of a test. Where ten others want each core, the longest part takes an hour. */
const partTimeoutMs = 3 * 60 * 60_000

const flags = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))

const running = new Set<ChildProcess>()
const waiting = [...dealOut(files).entries()]
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    waiting.length = 0
    for (const child of running) child.kill(signal)
  })

for (const folder of [reports, statements]) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}
const dataDir = await mkdtemp(join(tmpdir(), 'adire-tests-'))
// Another server: `npm run test:postgres`.
const otherUrl = process.env.TEST_DATABASE_URL
const { url, stop } = otherUrl ? { url: otherUrl, stop: async () => {} } : await startEmbedded({ dataDir })
if (!otherUrl) await makeForgetful(url)
const code = (await runParts()) || requireTests()
const unnamed = await reportStatements()
await stop()
await rm(dataDir, { recursive: true, force: true })
process.exit(code || (unnamed > 0 ? 1 : 0))

/** Exit code 1 if there was no test: the words of `--only` fit no title. */
function requireTests(): number {
  const ran = readdirSync(reports).map((name) => JSON.parse(readFileSync(join(reports, name), 'utf8')))
  if (ran.some(({ passed, failed, skipped }) => passed + failed + skipped > 0)) return 0
  console.error(`✗ No test ran: ${flags.join(' ') || 'the files have none'}`)
  return 1
}

/** Counts as one test: each statement that the tests sent names its merchant. */
async function reportStatements(): Promise<number> {
  const found = await checkStatements(statements)
  for (const text of found) console.error(`✗ ${text}`)
  const title = 'Each statement names its merchant, except the listed ones'
  const failures = found.map((error) => ({ title, error }))
  const report = { passed: found.length > 0 ? 0 : 1, skipped: 0, failed: found.length > 0 ? 1 : 0, failures }
  writeFileSync(join(reports, 'statements.json'), JSON.stringify(report))
  return found.length
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

/** Divides the files into parts that take as long as `partSizes` says, always in the same way. A part begins with its longest file. */
function dealOut(all: string[]): string[][] {
  const byLength = all
    .map((file) => ({ file, length: longFiles[file] ?? statSync(file).size }))
    .sort((a, b) => b.length - a.length)
  const dealt = partSizes.map((size) => ({ size, files: [] as string[], length: 0 }))
  for (const { file, length } of byLength) {
    const emptiest = dealt.reduce((a, b) => (b.length / b.size < a.length / a.size ? b : a))
    emptiest.files.push(file)
    emptiest.length += length
  }
  return dealt.filter((part) => part.files.length > 0).map((part) => part.files)
}

async function runParts(): Promise<number> {
  let worst = 0
  const runSome = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const ended = await runPart(...next)
      worst = Math.max(worst, ended) // after the wait: meanwhile another part may have failed
    }
  }
  await Promise.all(Array.from({ length: processes }, runSome))
  return worst
}

function runPart(number: number, part: string[]): Promise<number> {
  const report = join(reports, `${number}.json`)
  const program = join(import.meta.dirname, 'part.ts')
  const child = spawn(process.execPath, [...semiSpace, ...quickImports, program, ...flags, ...part], {
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_DATABASE_URL: url,
      REPORT: report,
      STATEMENTS: join(statements, `${number}.json`),
      NODE_COMPILE_CACHE: compiled,
    },
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
