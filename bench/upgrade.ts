// Upgrades a running product from an earlier version, back and forth, under load. Two processes behind HAProxy: the database is migrated
// while both run the earlier version, then one after the other is replaced, so that both versions serve and run jobs side by side. At the
// end no request has failed, nothing acknowledged is missing, nothing happened twice, and the ledger is correct.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startEmbedded } from '../api/database/embedded.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { startMigrate } from '../api/testing/operator-migrate.ts'
import { freePort } from '../scripts/free-port.mjs'
import { balanceProcesses } from './balancer.ts'
import { type Load, runPayers } from './failover-load.ts'
import { checkPayments, describeLatencies, openRuntime, waitForQuiet } from './payer-results.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

/** A clone of the earlier version, after `npm ci` and `npm run build`. */
const previous = resolve(process.env.BENCH_PREVIOUS ?? '')
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 10)
const businessCount = Number(process.env.BENCH_BUSINESSES ?? 10)
/** How long each pair of versions serves. */
const sideBySideMs = 10_000
/** Long enough for six pairs and four starts. */
const seconds = Number(process.env.BENCH_SECONDS ?? 120)
if (!process.env.BENCH_PREVIOUS) throw new Error('BENCH_PREVIOUS must name the folder of an earlier version')

const dataDir = await mkdtemp(join(tmpdir(), 'adire-upgrade-'))
const { url, stop } = await startEmbedded({ dataDir })
const common = { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', DRAIN_SECONDS: '3' }
const env = { ...common, MIGRATE_AT_START: 'off' }
const load: Load = { started: 0, paid: [], failures: new Map(), faults: [] }

try {
  // The first start of the earlier version creates its schema.
  await (await startProduct(common, previous)).stop()
  const ports = [await freePort(), await freePort()]
  const start = (port: number, folder?: string) => startProduct({ ...env, PORT: String(port) }, folder)
  const running: CrashServer[] = []
  for (const port of ports) running.push(await start(port, previous))
  const balancer = await balanceProcesses(running.map((server) => server.url))
  const slugs = await addBusinesses()

  const replace = async (index: number, folder?: string) => {
    if ((await running[index]!.stop()) !== 0) load.faults.push('A process did not end with exit code 0')
    running[index] = await start(ports[index]!, folder)
    printLine(`• ${load.paid.length} payments; process ${index + 1} runs ${folder ? 'the earlier' : 'this'} version`)
    await pause(sideBySideMs)
  }
  const paying = runPayers(`http://127.0.0.1:${balancer.port}`, slugs, { perSecond, seconds, load })
  await pause(sideBySideMs)
  const { code, output } = await startMigrate(env).readEnd()
  if (code !== 0) load.faults.push(`The migration failed: ${output}`)
  printLine(`• ${load.paid.length} payments; the database is migrated`)
  await pause(sideBySideMs)
  await replace(0)
  await replace(1)
  await replace(0, previous)
  await replace(0)
  await paying

  const runtime = await openRuntime(url, dataDir)
  await waitForQuiet(runtime)
  printLine(describeLatencies(load.paid))
  for (const [what, count] of load.failures) load.faults.push(`Answers: ${count} × ${what}`)
  load.faults.push(...(await checkPayments(runtime, load)))
  for (const server of running)
    if ((await server.stop()) !== 0) load.faults.push('A process did not end with exit code 0')
  await runtime.live.close()
  await runtime.database.close()
  await balancer.close()
} finally {
  await stop()
  await rm(dataDir, { recursive: true, force: true })
}
for (const fault of load.faults.slice(0, 20)) printLine(`✗ ${fault}`)
if (load.faults.length > 0) process.exitCode = 1
else printLine('✓ No request failed, nothing acknowledged is missing, and nothing happened twice')

/** Businesses with subscribers and mandates, as the earlier version writes them. */
async function addBusinesses(): Promise<string[]> {
  const earlier = async <T>(file: string) => (await import(join(previous, 'bench', file))) as T
  const { openRuntime } = await earlier<typeof import('./payer-results.ts')>('payer-results.ts')
  const { addBusiness } = await earlier<typeof import('./crash-businesses.ts')>('crash-businesses.ts')
  const runtime = await openRuntime(url, dataDir)
  const slugs: string[] = []
  while (slugs.length < businessCount) slugs.push((await addBusiness(runtime)).slug)
  await runtime.live.close()
  await runtime.database.close()
  return slugs
}
