// A million records of a processor, 2 % of them with one of twelve kinds of discrepancies: all must be found, and none invented.
import { matchDay } from '../api/features/reconciliation/match.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { addDays } from '../api/lagos.ts'
import { seedReconciliation } from '../api/testing/reconciliation-seed.ts'
import { processCpuMicros, withFresh } from './fresh.ts'
import { printLine } from './seeded.ts'

const lines = Number(process.env.BENCH_LINES ?? 1_000_000)
const days = 10
const firstDay = '2026-08-31'

await withFresh(async ({ runtime, postgres }) => {
  const { database } = runtime
  const from = new Date(`${firstDay}T00:00:00Z`)
  const planted = await database.write((tx) => seedReconciliation(tx, { from, days, lines, every: 50 }))
  await database.write((tx) => tx.$client.query('analyze'))
  const { write } = jobUnitOfWork(runtime)
  const start = { at: performance.now(), node: processCpuMicros(), postgres: postgres() }
  for (let day = 0; day <= days + 1; day++)
    await matchDay((use) => write(use, 'LIVE'), {
      processor: 'paystack',
      day: addDays(firstDay, day),
      startedAt: new Date('2026-10-01T00:00:00Z'),
    })
  const seconds = (performance.now() - start.at) / 1_000
  const { rows } = await database.read((tx) =>
    tx.$client.query<{ discrepancy: string; count: number }>(
      'select discrepancy, count(*) as count from reconciliation_items group by discrepancy',
    ),
  )
  const found = Object.fromEntries(rows.map(({ discrepancy, count }) => [discrepancy, count]))
  const wrong = [...new Set([...Object.keys(planted), ...Object.keys(found)])].filter(
    (kind) => planted[kind] !== found[kind],
  )
  printLine('| records | discrepancies | seconds | CPU of Node, s | CPU of PostgreSQL, s |\n|---|---|---|---|---|')
  const cpu = [processCpuMicros() - start.node, postgres() - start.postgres].map((us) => (us / 1e6).toFixed(1))
  const count = Object.values(planted).reduce((sum, each) => sum + each, 0)
  printLine(
    `| ${lines} | ${count} of ${Object.keys(planted).length} kinds | ${seconds.toFixed(1)} | ${cpu.join(' | ')} |`,
  )
  if (wrong.length > 0) throw new Error(`Not all were found, or some invented: ${wrong.join(', ')}`)
})
