// Postings per second of the ledger: for one busy business, for many, and for plain SQL; then whole payments.
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Context } from '../api/context.ts'
import type { Tx } from '../api/database/connect.ts'
import { applyOutcome } from '../api/features/payments/apply-outcome.ts'
import { jobUnitOfWork } from '../api/jobs/worker.ts'
import { paymentReceived } from '../api/ledger/entries.ts'
import { postEntry } from '../api/ledger/ledger.ts'
import { createUser } from '../api/testing/users.ts'
import { type FreshDatabase, processCpuMicros, withFresh } from './fresh.ts'
import { calculateMedian } from './load.ts'
import { findPgbench } from './pgbench.ts'
import { printLine } from './seeded.ts'

const clients = 8
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const sliceMs = 5_000
const businesses = 200

interface Rate {
  perSecond: number
  nodeUs: number
  postgresUs: number
}

await withFresh(async (fresh) => {
  const { runtime } = fresh
  const { merchantId: hot } = await createUser(runtime, 'hot')
  const many = [hot, ...Array.from({ length: businesses - 1 }, () => crypto.randomUUID())]
  const bare = await measureBare(fresh)
  const entryPoints: Record<string, (ms: number) => Promise<Rate>> = {
    'ledger, one business': (ms) => measured(fresh, ms, () => posted(fresh, hot)),
    'ledger, 200 businesses': (ms) =>
      measured(fresh, ms, () => posted(fresh, many[Math.floor(Math.random() * businesses)]!)),
    ...(bare && {
      'bare SQL, one business': (ms: number) => bare([hot], ms),
      'bare SQL, 200 businesses': (ms: number) => bare(many, ms),
    }),
    'payments of one business': (ms) => paid(fresh, [hot], ms),
    'payments of 200 businesses': (ms) => paid(fresh, many, ms),
  }
  for (const id of many) await posted(fresh, id)
  const rates = new Map<string, Rate[]>(Object.keys(entryPoints).map((name) => [name, []]))
  for (const run of Object.values(entryPoints)) await run(1_000)
  for (let round = 1; round <= rounds; round++)
    for (const [name, run] of Object.entries(entryPoints)) rates.get(name)!.push(await run(sliceMs))
  printLine('| | a second | CPU of Node, us each | CPU of PostgreSQL, us each |\n|---|---|---|---|')
  for (const [name, taken] of rates) {
    const middle = (key: keyof Rate) => Math.round(calculateMedian(taken.map((rate) => rate[key])))
    printLine(`| ${name} | ${middle('perSecond')} | ${middle('nodeUs')} | ${middle('postgresUs')} |`)
  }
})

/** Repeats `once` on as many connections as the product uses for writes. */
async function measured(fresh: FreshDatabase, ms: number, once: () => Promise<unknown>): Promise<Rate> {
  const start = { at: performance.now(), node: processCpuMicros(), postgres: fresh.postgres() }
  let count = 0
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - start.at < ms) {
        await once()
        count++
      }
    }),
  )
  return {
    perSecond: count / ((performance.now() - start.at) / 1000),
    nodeUs: (processCpuMicros() - start.node) / count,
    postgresUs: (fresh.postgres() - start.postgres) / count,
  }
}

function received(merchantId: string) {
  const id = crypto.randomUUID()
  const kobo = { amountKobo: 150_000, feeKobo: 2_100, vatKobo: 158, netKobo: 147_742 }
  return paymentReceived('TEST', { id, reference: `pay_${id}`, merchantId, ...kobo }, new Date())
}

function posted({ runtime }: FreshDatabase, merchantId: string) {
  return runtime.database.write((tx) => postEntry(tx, received(merchantId)))
}

/** Whole payments: started in advance, then completed, with everything that a success triggers. */
async function paid(fresh: FreshDatabase, merchantIds: string[], ms: number): Promise<Rate> {
  const { write } = jobUnitOfWork(fresh.runtime)
  const waiting = (await begun(fresh, merchantIds, ms)).values()
  const pay = async (context: Context) => {
    const next = waiting.next().value
    if (!next) throw new Error('Too few payments were begun')
    return applyOutcome(context, next, { kind: 'success', paidBy: 'card' })
  }
  return measured(fresh, ms, () => write(pay))
}

async function begun({ runtime }: FreshDatabase, merchantIds: string[], ms: number) {
  return runtime.database.write(async ({ $client }) => {
    const { rows } = await $client.query<{ merchantId: string; id: string }>(
      `insert into payments (merchant_id, reference, access_code, checkout_id, status, step, channel, price_kobo,
         amount_kobo, fee_bearer, customer_email, created_at, expires_at)
       select ($1::uuid[])[1 + i % cardinality($1::uuid[])], 'pay_' || gen_random_uuid(), gen_random_uuid(), gen_random_uuid(),
         'pending', 'pending', 'card', 150000, 150000, 'merchant', 'payer-' || i || '@example.com', now(), now()
       from generate_series(1, $2::int) i returning merchant_id as "merchantId", id`,
      [merchantIds, ms * 3],
    )
    return rows
  })
}

/** The ledger's statement run by pgbench, each in its own transaction; undefined if pgbench is not installed. */
async function measureBare(fresh: FreshDatabase) {
  const program = findPgbench()
  if (!program) return undefined
  const values: unknown[][] = []
  const record = async ({ text, values: given }: { text: string; values: unknown[] }) => {
    values.push([text, ...given])
    return { rows: [{ found: 4, written: 1 }] }
  }
  await postEntry({ $client: { query: record } } as unknown as Tx, received('OWNER'))
  const [text, ...given] = values[0] as [string, ...unknown[]]
  return async (merchantIds: string[], ms: number): Promise<Rate> => {
    const literal = (value: unknown): string => {
      if (Array.isArray(value)) return `array[${value.map(literal).join(', ')}]`
      if (value instanceof Date) return `'${value.toISOString()}'`
      if (value === 'OWNER')
        return `(array[${merchantIds.map((id) => `'${id}'`).join(',')}])[1 + :turn % ${merchantIds.length}]`
      return typeof value === 'number' ? String(value) : `'${value}'`
    }
    const sql = text
      .replace('$1', `'bench:' || gen_random_uuid()`)
      .replaceAll(/\$(\d)/g, (_, parameterNumber) => literal(given[Number(parameterNumber) - 1]))
      .replaceAll(/\s+/g, ' ')
    const script = join(fresh.dataDir, 'posting.sql')
    writeFileSync(script, `\\set turn random(0, 1000000)\nbegin;\n${sql};\ncommit;\n`)
    const before = fresh.postgres()
    const args = [
      '-n',
      '-M',
      'prepared',
      '-c',
      String(clients),
      '-j',
      '1',
      '-T',
      String(Math.ceil(ms / 1000)),
      '-f',
      script,
    ]
    const { stdout } = await promisify(execFile)(program, [...args, fresh.url])
    const count = Number(/processed: (\d+)/.exec(stdout)![1])
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)![1])
    return { perSecond, nodeUs: 0, postgresUs: (fresh.postgres() - before) / count }
  }
}
