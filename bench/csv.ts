// CSV export of a million payments: rows per second compared with psql's \copy of the same rows, and memory use during it.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { MerchantContext } from '../api/context.ts'
import { downloadPaymentsHandler } from '../api/features/payments/download.ts'
import type { CrashServer } from '../api/testing/crash-server.ts'
import { calculateMedian } from './load.ts'
import { startProduct } from './product.ts'
import { printLine, type SeededBench, withSeeded } from './seeded.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const rows = 1_000_000
/** Columns of the export, before formatting. */
const columns = `reference, status, customer_name, customer_email, amount_kobo, fee_kobo, vat_kobo, net_kobo, refunded_kobo,
  channel, channel_details #>> '{card,brand}', card_last4, created_at, paid_at, metadata, note`

await withSeeded(async (bench) => {
  const env = { DATABASE_URL: bench.url, DATA_DIR: bench.dataDir, DEMO: 'off' }
  await (await startProduct(env)).stop() // the first start after a build fills the compile cache and uses more memory
  const api = await startProduct(env)
  await measureExports(bench, api).finally(api.stop)
})

async function measureExports(bench: SeededBench, api: CrashServer): Promise<void> {
  const { url, dataDir, seeded } = bench
  const same = (await captureStatement(bench)).replaceAll(/\s+/g, ' ')
  const bare = `(select ${columns} from payments where merchant_id = '${seeded.merchantIds[0]}'
    order by created_at desc, id desc limit ${rows})`.replaceAll(/\s+/g, ' ')
  const address = `${api.url}/test/collections/payments/csv/download?merchantId=${seeded.merchantIds[0]}`
  const take = {
    api: () => fetched(address, seeded.owner.token),
    'psql, same query': () => copied(url, dataDir, same),
    'psql, bare columns': () => copied(url, dataDir, bare),
  }
  await take.api() // warm-up, also for the memory of a process that has served requests
  const before = readMemory(api.pid, 'VmRSS')
  writeFileSync(`/proc/${api.pid}/clear_refs`, '5') // resets the high-water mark
  const perSecond = Object.fromEntries(Object.keys(take).map((name) => [name, [] as number[]]))
  for (let round = 1; round <= rounds; round++)
    for (const [name, run] of Object.entries(take)) {
      const begin = performance.now()
      await run()
      perSecond[name]!.push(rows / ((performance.now() - begin) / 1000))
    }
  const ratio = (other: string) =>
    calculateMedian(perSecond.api!.map((rate, round) => rate / perSecond[other]![round]!))
  printLine('| | rows/s | API by it |\n|---|---|---|')
  for (const [name, rates] of Object.entries(perSecond))
    printLine(`| ${name} | ${Math.round(calculateMedian(rates)).toLocaleString('en')} | ${ratio(name).toFixed(2)} |`)
  printLine(`RSS of the product in MB: ${before} before, at most ${readMemory(api.pid, 'VmHWM')} meanwhile`)
}

/** Reads the response at full speed, and checks the number of rows. */
async function fetched(url: string, token: string): Promise<void> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  let lines = -1 // minus the header
  for await (const chunk of response.body!)
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++
  if (lines !== rows) throw new Error(`The file has ${lines} rows`)
}

async function copied(url: string, dataDir: string, query: string): Promise<void> {
  const file = join(dataDir, 'copied.csv')
  await promisify(execFile)('psql', [url, '-X', '-q', '-c', `\\copy ${query} to '${file}' csv`])
}

/** The product's statement for the first chunk, changed to select all rows at once. */
async function captureStatement({ database, seeded }: SeededBench): Promise<string> {
  let copy = ''
  await database.read(async (tx) => {
    const client = {
      query(submittable: { submit?: (connection: object) => void; handleReadyForQuery?: () => void }) {
        if (!submittable.submit) return { rows: [] } // no chunk boundaries, so the whole list is the last chunk
        submittable.submit({ query: (text: string) => (copy = text) })
        submittable.handleReadyForQuery!()
      },
    }
    const context = { tx: { ...tx, $client: client }, merchant: { id: seeded.merchantIds[0] } }
    for await (const _ of await downloadPaymentsHandler(context as unknown as MerchantContext, {}, 'csv')) break
  })
  return copy.replace(/^copy /, '').replace(/\) to stdout.*$/, ` limit ${rows})`)
}

function readMemory(pid: number, name: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)![1]) / 1024)
}
