// Two processes for requests and one for jobs behind HAProxy, on a PostgreSQL with a synchronous standby. Under load the primary is lost
// and the standby promoted. At the end nothing acknowledged is missing, nothing happened twice, and the ledger is correct to the kobo.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrateDatabase } from '../api/database/migrate.ts'
import { balanceDatabase, balanceProcesses } from './balancer.ts'
import { addBusiness } from './crash-businesses.ts'
import { type Load, runPayers } from './failover-load.ts'
import { checkPayments, describeLatencies, openRuntime, waitForQuiet } from './payer-results.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'
import { isPrimary, openPair, promote } from './standby.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 600)
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 50)
const businessCount = Number(process.env.BENCH_BUSINESSES ?? 10)
/** A monitor, such as Patroni, notices the loss after this time, in ms. */
const noticeMs = 1000
const backWithinMs = 10_000

const load: Load = { started: 0, paid: [], failures: new Map(), faults: [] }
const pair = await openPair()
const database = await balanceDatabase([pair.primary, pair.standby])
const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
const { username, password } = new URL(pair.primary.url)
const url = `postgres://${username}${password && `:${password}`}@127.0.0.1:${database.port}/adire?sslmode=disable`
while (!(await migrateDatabase(url).catch(() => undefined))) await pause(200)
const runtime = await openRuntime(url, dataDir)
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
  while (!(await promote(pair.standby).catch(() => false))) await pause(200)
  printLine(`• The primary was killed, the standby promoted ${Math.round(performance.now() - lostAtMs)} ms later`)
  await paying
  await waitForQuiet(runtime)
  reportLatencies(lostAtMs)
  if (processes.some((each) => each.hasEnded())) load.faults.push('A process ended')
  load.faults.push(...(await checkPayments(runtime, load)))
} catch (error) {
  load.faults.push(String(error))
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
if (load.faults.length === 0) printLine('✓ Nothing acknowledged is missing, and nothing happened twice')
// After a failure some payers still try.
process.exit(load.faults.length > 0 ? 1 : 0)

/** Times from the arrival of a payer to the acknowledged success. */
function reportLatencies(lostAtMs: number): void {
  const back = load.paid.filter(({ arrivedAtMs }) => arrivedAtMs > lostAtMs).toSorted((a, b) => a.paidAtMs - b.paidAtMs)
  const firstMs = back[0]!.paidAtMs - lostAtMs
  const isDisturbed = ({ arrivedAtMs }: { arrivedAtMs: number }) =>
    arrivedAtMs > lostAtMs - 1000 && arrivedAtMs < lostAtMs + firstMs + 5000
  printLine(`All: ${describeLatencies(load.paid)}`)
  printLine(`Without the failover: ${describeLatencies(load.paid.filter((one) => !isDisturbed(one)))}`)
  printLine(`During the failover: ${describeLatencies(load.paid.filter(isDisturbed))}`)
  printLine(`The first payment after the loss was acknowledged after ${(firstMs / 1000).toFixed(1)} s`)
  for (const [what, count] of load.failures) printLine(`Answers: ${count} × ${what}`)
  if (firstMs > backWithinMs) load.faults.push(`Not back within ${backWithinMs / 1000} s`)
  for (const [what] of load.failures) if (!/^503$|^no answer/.test(what)) load.faults.push(`Answers: ${what}`)
}
