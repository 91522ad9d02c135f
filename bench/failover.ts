// Two processes for requests and one for jobs behind HAProxy, on a PostgreSQL with a synchronous standby. Under load the primary is lost
// and the standby promoted. At the end nothing acknowledged is missing, nothing happened twice, and the ledger is correct to the kobo.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '../api/config.ts'
import { connectDatabase } from '../api/database/connect.ts'
import { migrateDatabase } from '../api/database/migrate.ts'
import { openSigner } from '../api/features/auth/access-token.ts'
import { openStores } from '../api/files/stores.ts'
import { openLive } from '../api/jobs/live.ts'
import type { Runtime } from '../api/runtime.ts'
import { balanceDatabase, balanceProcesses } from './balancer.ts'
import { addBusiness } from './crash-businesses.ts'
import { findFaults, openCount, readCounts } from './crash-checks.ts'
import { type Load, runPayers } from './failover-load.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'
import { isPrimary, openPair, promote } from './standby.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 600)
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 50)
const businessCount = Number(process.env.BENCH_BUSINESSES ?? 10)
/** A monitor, such as Patroni, notices the loss after this time, in ms. */
const noticeMs = 1000
const backWithinMs = 10_000
/** Interrupted work is resumed within minutes. */
const quietMs = 10 * 60_000

const load: Load = { started: 0, paid: [], failures: new Map(), faults: [] }
const pair = await openPair()
const database = await balanceDatabase([pair.primary, pair.standby])
const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
const { username, password } = new URL(pair.primary.url)
const url = `postgres://${username}${password && `:${password}`}@127.0.0.1:${database.port}/adire?sslmode=disable`
while (!(await migrateDatabase(url).catch(() => undefined))) await pause(200)
const runtime = await openRuntime()
const slugs: string[] = []
while (slugs.length < businessCount) slugs.push((await addBusiness(runtime)).slug)

const env = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', MIGRATE_AT_START: 'off' }
const processes = [
  await startProduct({ ...env, ROLES: 'worker' }),
  await startProduct({ ...env, ROLES: 'api' }),
  await startProduct({ ...env, ROLES: 'api' }),
]
const balancer = await balanceProcesses(processes.slice(1).map((server) => server.url))
try {
  printLine(`• ${perSecond} payments a second of ${businessCount} businesses for ${seconds} s`)
  const paying = runPayers(`http://127.0.0.1:${balancer.port}`, slugs, { perSecond, seconds, load })
  await pause((seconds * 1000) / 2)
  const lostAtMs = performance.now()
  await pair.primary.lose()
  await pause(noticeMs)
  if (await isPrimary(pair.primary)) throw new Error('The primary still runs')
  await promote(pair.standby)
  printLine(`• The primary was killed, the standby promoted ${Math.round(performance.now() - lostAtMs)} ms later`)
  await paying
  const quietBy = performance.now() + quietMs
  while ((await openCount(runtime)) > 0 && performance.now() < quietBy) await pause(1000)
  reportLatencies(lostAtMs)
  await checkResults()
} finally {
  for (const each of processes)
    if ((await each.stop()) !== 0) load.faults.push('A process did not end with exit code 0')
  await balancer.close()
  await runtime.live.close()
  await runtime.database.close()
  await database.close()
  await pair.close()
  await rm(dataDir, { recursive: true, force: true })
}
for (const fault of load.faults.slice(0, 20)) printLine(`✗ ${fault}`)
if (load.faults.length > 0) process.exitCode = 1
else printLine('✓ Nothing acknowledged is missing, and nothing happened twice')

async function openRuntime(): Promise<Runtime> {
  return {
    config: readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    database: connectDatabase({ url, statementTimeoutMs: 600_000 }),
    signer: await openSigner(dataDir),
    ...(await openStores(dataDir)),
    live: openLive(url),
    clock: () => new Date(),
  }
}

/** Times from the arrival of a payer to the acknowledged success. */
function reportLatencies(lostAtMs: number): void {
  const back = load.paid.filter(({ arrivedAtMs }) => arrivedAtMs > lostAtMs).toSorted((a, b) => a.paidAtMs - b.paidAtMs)
  const firstMs = back[0]!.paidAtMs - lostAtMs
  const isDisturbed = ({ arrivedAtMs }: { arrivedAtMs: number }) =>
    arrivedAtMs > lostAtMs - 1000 && arrivedAtMs < lostAtMs + firstMs + 5000
  const print = (what: string, some: typeof load.paid) => {
    const times = some.map(({ arrivedAtMs, paidAtMs }) => paidAtMs - arrivedAtMs).toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0)
    printLine(`${what}: ${times.length} payments, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`)
  }
  print('All', load.paid)
  print(
    'Without the failover',
    load.paid.filter((one) => !isDisturbed(one)),
  )
  print('During the failover', load.paid.filter(isDisturbed))
  printLine(`The first payment after the loss was acknowledged after ${(firstMs / 1000).toFixed(1)} s`)
  for (const [what, count] of load.failures) printLine(`Answers: ${count} × ${what}`)
  if (firstMs > backWithinMs) load.faults.push(`Not back within ${backWithinMs / 1000} s`)
  for (const [what] of load.failures) if (!/^503$|^no answer/.test(what)) load.faults.push(`Answers: ${what}`)
}

async function checkResults(): Promise<void> {
  const { faults, paid, started } = load
  if (processes.some((each) => each.hasEnded())) faults.push('A process ended')
  if (paid.length !== started) faults.push(`${paid.length} of ${started} payments were acknowledged`)
  const payments = new Set(paid.map(({ accessCode }) => accessCode))
  faults.push(...(await findFaults(runtime, { payments, refunds: new Map(), debits: new Map(), moves: new Set() })))
  const stored = await runtime.database.read(async (tx) => {
    const { rows } = await tx.$client.query<{ paid: number; kobo: number }>(
      `select count(*)::int as paid, coalesce(sum(amount_kobo), 0) as kobo from payments
       where paid_at is not null and customer_email like 'load-%'`,
    )
    return rows[0]!
  })
  printLine(`${started} payers, ${paid.length} acknowledged, ${stored.paid} paid, NGN ${stored.kobo / 100}`)
  if (stored.paid !== started) faults.push(`${stored.paid} payments were paid`)
  for (const [what, many] of Object.entries(await readCounts(runtime))) printLine(`${what}: ${many}`)
}
