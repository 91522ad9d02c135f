// Complete payments over HTTP: started and paid by card, with one, two and four processes, compared with their bare statements.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'drizzle-orm'
import { createUser } from '../api/testing/users.ts'
import { callEndpoint } from '../contract/call.ts'
import { createPaymentLink } from '../contract/payment-links.ts'
import { processCpu } from './cpu.ts'
import { type FreshDatabase, withFresh } from './fresh.ts'
import { calculateMedian } from './load.ts'
import { connectionTo, payOnce, runFor } from './payers.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'
import { recordStatements, type Script } from './statements.ts'

const processCounts = [1, 2, 4]
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const sliceMs = Number(process.env.BENCH_SECONDS ?? 10) * 1000
/** Database connections of each bare process: those of the product for writes. */
const connections = 8

interface Rate {
  perSecond: number
  nodeUs: number
  postgresUs: number
}

await withFresh(async (fresh) => {
  const slug = await addLink(fresh)
  const script = await recordStatements(fresh, (connection) => payOnce(connection, slug))
  printLine(
    `• One payment is ${script.steps.length} statements, ${script.transactions} of them the begin of a transaction`,
  )
  const cases = processCounts.flatMap((count) => [
    { name: `the product, ${count}`, run: () => measureProduct(fresh, slug, count) },
    { name: `bare statements, ${count}`, run: () => measureBare(fresh, script, count) },
  ])
  const rates = new Map<string, Rate[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const { name, run } of cases) {
      rates.get(name)!.push(await run())
      await fresh.runtime.database.write((tx) => tx.execute(sql`truncate outbox`)) // no worker empties it
    }
  printLine('| processes | payments a second | CPU of Node, us each | CPU of PostgreSQL, us each |\n|---|---|---|---|')
  for (const [name, taken] of rates) {
    const middle = (key: keyof Rate) => Math.round(calculateMedian(taken.map((rate) => rate[key])))
    printLine(`| ${name} | ${middle('perSecond')} | ${middle('nodeUs')} | ${middle('postgresUs')} |`)
  }
})

async function addLink({ runtime, url, dataDir }: FreshDatabase): Promise<string> {
  const user = await createUser(runtime)
  const server = await startProduct({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off' })
  const connection = { ...connectionTo(server.url), token: () => user.token, merchantId: () => user.merchantId }
  const { slug } = await callEndpoint(connection, createPaymentLink, { name: 'Ankara', amountKobo: 500_000 })
  await server.stop()
  return slug
}

/** Processes for requests only. Their jobs stay in the outbox. */
async function measureProduct(fresh: FreshDatabase, slug: string, count: number): Promise<Rate> {
  const env = { DATABASE_URL: fresh.url, DATA_DIR: fresh.dataDir, DEMO: 'off', ROLES: 'api' }
  const servers = await Promise.all(Array.from({ length: count }, () => startProduct(env)))
  const connectionsTo = servers.map(({ url }) => connectionTo(url))
  let turn = 0
  const once = () => payOnce(connectionsTo[turn++ % count]!, slug)
  await runFor(once, 1_000)
  const cpu = () => servers.reduce((sum, { pid }) => sum + processCpu(pid), 0)
  const before = { at: performance.now(), node: cpu(), postgres: fresh.postgres() }
  const paid = await runFor(once, sliceMs)
  const rate = toRate(paid, before, { node: cpu(), postgres: fresh.postgres() })
  for (const server of servers) await server.stop()
  return rate
}

/** The same statements, sent without HTTP, checks or serialization. */
async function measureBare(fresh: FreshDatabase, script: Script, count: number): Promise<Rate> {
  const program = new URL('payments-bare.ts', import.meta.url)
  const children = Array.from({ length: count }, () => fork(program))
  const before = { at: performance.now(), node: 0, postgres: fresh.postgres() }
  const results = await Promise.all(
    children.map(async (child) => {
      child.send({ url: fresh.url, script, connections, ms: sliceMs })
      const [result] = (await once(child, 'message')) as [{ count: number; cpuUs: number }]
      return result
    }),
  )
  const sum = (key: 'count' | 'cpuUs') => results.reduce((all, result) => all + result[key], 0)
  const rate = toRate(sum('count'), before, { node: sum('cpuUs'), postgres: fresh.postgres() })
  const exits = children.map((child) => once(child, 'exit'))
  for (const child of children) child.disconnect()
  await Promise.all(exits)
  return rate
}

function toRate(
  count: number,
  before: { at: number; node: number; postgres: number },
  now: { node: number; postgres: number },
): Rate {
  return {
    perSecond: count / ((performance.now() - before.at) / 1000),
    nodeUs: (now.node - before.node) / count,
    postgresUs: (now.postgres - before.postgres) / count,
  }
}
