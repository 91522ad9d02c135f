// Payments on one PostgreSQL and on a coordinator of Citus with one and two workers, compared by CPU time. Then the data of a business is
// moved to the other worker while payers pay. CITUS_FOLDER has `initdb` and `postgres` of a PostgreSQL in which Citus is installed.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { migrateDatabase } from '../api/database/migrate.ts'
import { asOneClient } from '../api/database/one-client.ts'
import type { Runtime } from '../api/runtime.ts'
import { createOnNodes } from '../api/testing/citus/cluster.ts'
import { distributeTables } from '../api/testing/citus/distribute.ts'
import { databaseUrl } from '../api/testing/database.ts'
import { createUser } from '../api/testing/users.ts'
import { callEndpoint } from '../contract/call.ts'
import { createPaymentLink } from '../contract/payment-links.ts'
import { type CitusServer, startCitusServers } from '../scripts/citus-servers.mjs'
import { postgresCpu, processCpu, readServerPid } from './cpu.ts'
import { type Load, runPayers } from './failover-load.ts'
import { calculateMedian } from './load.ts'
import { describeLatencies, openRuntime, waitForQuiet } from './payer-results.ts'
import { connectionTo, payOnce, runFor } from './payers.ts'
import { startProduct } from './product.ts'
import { printLine } from './seeded.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const sliceMs = Number(process.env.BENCH_SECONDS ?? 10) * 1000
const businesses = Number(process.env.BENCH_BUSINESSES ?? 40)
const perSecond = Number(process.env.BENCH_PER_SECOND ?? 10)
/** Logical replication, with which a shard moves while it is written to. */
const settings = ['wal_level=logical', 'citus.shard_count=8']

interface Layout {
  name: string
  /** URL of the database on its coordinator, or on the one server. */
  url: string
  /** URL of the database on the server that the product asks. */
  askedAt: string
  runtime: Runtime
  slugs: string[]
}

const folder = process.env.CITUS_FOLDER
if (!folder) throw new Error('CITUS_FOLDER is not set, such as to /usr/lib/postgresql/15/bin')
const dataDir = await mkdtemp(join(tmpdir(), 'adire-bench-'))
const servers = await startCitusServers(folder, settings)
const layouts: Layout[] = []
let faults: string[] = []
try {
  layouts.push(await openLayout('one PostgreSQL', 'alone', servers.slice(0, 1)))
  layouts.push(await openLayout('a coordinator and 1 worker', 'one_worker', servers.slice(0, 2)))
  layouts.push(await openLayout('a coordinator and 2 workers', 'two_workers', servers))
  const cluster = layouts.at(-1)!
  const worker = databaseUrl(servers.at(-1)!.url, 'two_workers')
  await comparePayments([...layouts, { ...cluster, name: 'the same, asked at a worker', askedAt: worker }])
  await printSizes(cluster)
  faults = await moveWhilePaying(cluster)
} finally {
  for (const { runtime } of layouts) {
    await runtime.live.close()
    await runtime.database.close()
  }
  for (const server of servers) await server.remove()
  await rm(dataDir, { recursive: true, force: true })
}
for (const fault of faults) printLine(`✗ ${fault}`)
process.exit(faults.length > 0 ? 1 : 0)

async function openLayout(name: string, database: string, on: readonly CitusServer[]): Promise<Layout> {
  const nodes = on.map(({ url }) => databaseUrl(url, database))
  const [url] = nodes as [string]
  const isCluster = nodes.length > 1
  if (isCluster) await createOnNodes(nodes)
  else await asOneClient(on[0]!.url, (client) => client.query(`create database ${database}`))
  await migrateDatabase(url)
  if (isCluster) {
    const { distributed, references, local } = await asOneClient(url, distributeTables)
    printLine(`• ${name}: ${distributed.length} tables distributed, ${references.length} copied, ${local.size} local`)
    await asOneClient(url, (client) => showOnWorkers(client, ['drizzle.__drizzle_migrations', ...local.keys()]))
  }
  const runtime = await openRuntime(url, dataDir)
  return { name, url, askedAt: url, runtime, slugs: await addLinks(runtime, url) }
}

/** Tables that stay on the coordinator can then be asked at each worker. */
async function showOnWorkers(client: pg.Client, tables: readonly string[]): Promise<void> {
  await client.query(
    `select citus_add_local_table_to_metadata(name) from unnest($1::regclass[]) name
     where not exists (select from pg_dist_partition where logicalrelid = name)`,
    [tables],
  )
}

/** The slugs of a link of each business. */
async function addLinks(runtime: Runtime, url: string): Promise<string[]> {
  const product = await startProduct(productEnv(url))
  const slugs: string[] = []
  while (slugs.length < businesses) {
    const { token, merchantId } = await createUser(runtime)
    const connection = { ...connectionTo(product.url), token: () => token, merchantId: () => merchantId }
    slugs.push(
      (await callEndpoint(connection, createPaymentLink, { name: `Ankara ${slugs.length}`, amountKobo: 500_000 })).slug,
    )
  }
  await product.stop()
  return slugs
}

/** CPU times in microseconds for each payment. */
interface Cost {
  node: number
  coordinator: number
  workers: number
}

async function comparePayments(compared: readonly Layout[]): Promise<void> {
  const costs = new Map<Layout, Cost[]>(compared.map((layout) => [layout, []]))
  for (let round = 0; round < rounds; round++)
    for (const layout of compared) costs.get(layout)!.push(await measure(layout))
  printLine(
    'CPU time of a payment in microseconds:\n| | Node | coordinator | workers | PostgreSQL |\n|---|---|---|---|---|',
  )
  for (const [{ name }, measured] of costs) {
    const median = (of: (cost: Cost) => number) => Math.round(calculateMedian(measured.map(of)))
    const cells = [({ node }: Cost) => node, ({ coordinator }: Cost) => coordinator, ({ workers }: Cost) => workers]
    const all = ({ coordinator, workers }: Cost) => coordinator + workers
    printLine(`| ${name} | ${[...cells, all].map(median).join(' | ')} |`)
  }
}

/** One process for requests, with all businesses in turn. Its jobs stay in the outbox. */
async function measure({ askedAt, runtime, slugs }: Layout): Promise<Cost> {
  const product = await startProduct({ ...productEnv(askedAt), ROLES: 'api' })
  const connection = connectionTo(product.url)
  let turn = 0
  const once = () => payOnce(connection, slugs[turn++ % slugs.length]!)
  // Until connections are open and code is compiled.
  await runFor(once, sliceMs / 2)
  const readCpu = () => [processCpu(product.pid), ...servers.map(serverCpu)]
  const before = readCpu()
  const count = await runFor(once, sliceMs)
  const [node, coordinator, ...workers] = readCpu().map((us, index) => (us - before[index]!) / count)
  await product.stop()
  await runtime.database.write((tx) => tx.execute(sql`truncate outbox`)) // no worker empties it
  return { node: node!, coordinator: coordinator!, workers: workers.reduce((sum, us) => sum + us, 0) }
}

function productEnv(url: string) {
  return { DATABASE_URL: url, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error', MIGRATE_AT_START: 'off' }
}

/** CPU time of a server so far, in microseconds. */
function serverCpu({ dir }: CitusServer): number {
  return postgresCpu(readServerPid(join(dir, 'data')))
}

/** Payments on each worker. */
async function printSizes({ url }: Layout): Promise<void> {
  const { rows } = await asOneClient(url, (client) =>
    client.query<{ port: number; shards: number; payments: number }>(
      `select nodeport as port, count(*)::int as shards, sum(result::int)::int as payments
       from run_command_on_placements('payments', 'select count(*) from %s') group by nodeport order by nodeport`,
    ),
  )
  for (const { shards, payments } of rows) printLine(`• A worker with ${shards} shards has ${payments} payments`)
}

/** Moves the shards of one business to the other worker in the middle of the load. Returns what went wrong. */
async function moveWhilePaying({ url, runtime, slugs }: Layout): Promise<string[]> {
  const products = [
    await startProduct({ ...productEnv(url), ROLES: 'worker' }),
    await startProduct({ ...productEnv(url), ROLES: 'api' }),
  ]
  const load: Load = { started: 0, paid: [], failures: new Map(), faults: [] }
  try {
    const seconds = (sliceMs * 6) / 1000
    const paying = runPayers(products[1]!.url, slugs, { perSecond, seconds, load })
    await pause(sliceMs)
    const begin = performance.now()
    await moveBusiness(url, slugs[0]!)
    const end = performance.now()
    printLine(`• The shards of a business were moved in ${((end - begin) / 1000).toFixed(1)} s`)
    await paying
    const during = load.paid.filter(({ arrivedAtMs, paidAtMs }) => arrivedAtMs < end && paidAtMs > begin)
    printLine(`• While they moved: ${describeLatencies(during)}`)
    printLine(`• Otherwise: ${describeLatencies(load.paid.filter((each) => !during.includes(each)))}`)
    for (const [failure, count] of load.failures) printLine(`• ${count} times ${failure}`)
    await waitForQuiet(runtime)
    return [...load.faults, ...(await findMissing(url, load))]
  } finally {
    for (const product of products) await product.stop()
  }
}

async function moveBusiness(url: string, slug: string): Promise<void> {
  await asOneClient(url, async (client) => {
    const { rows } = await client.query<{ move: string }>(
      `select format('select citus_move_shard_placement(%s, %L, %s, %L, %s, ''force_logical'')',
         shardid, from_node.nodename, from_node.nodeport, to_node.nodename, to_node.nodeport) as move
       from pg_dist_placement join pg_dist_node from_node using (groupid)
       join pg_dist_node to_node on to_node.groupid not in (0, from_node.groupid)
       where shardid = get_shard_id_for_distribution_column('payments', (select merchant_id from payment_links where slug = $1))`,
      [slug],
    )
    await client.query(rows[0]!.move)
  })
}

/** Whether each acknowledged payment is stored, charged and booked once. Each table is read alone: not all joins are possible. */
async function findMissing(url: string, { paid }: Load): Promise<string[]> {
  return asOneClient(url, async (client) => {
    const list = async (text: string) => (await client.query<{ name: string }>(text)).rows.map(({ name }) => name)
    const stored = new Set(await list('select access_code as name from payments where paid_at is not null'))
    const missing = paid.filter(({ accessCode }) => !stored.has(accessCode)).length
    const booked = await list(`select reference as name from ledger_entries where reference like 'payment:%'`)
    const charged = await list(`select reference as name from sandbox_charges where status = 'success'`)
    const uneven = await list(
      'select entry_id as name from ledger_lines group by entry_id having sum(amount_kobo) <> 0',
    )
    printLine(
      `• ${paid.length} payments acknowledged, ${stored.size} stored with those before, ${booked.length} booked`,
    )
    return [
      ...(missing > 0 ? [`${missing} acknowledged payments are not stored`] : []),
      ...(booked.length !== stored.size ? [`${stored.size} payments, but ${booked.length} entries`] : []),
      ...(new Set(booked).size !== booked.length ? ['A payment was booked twice'] : []),
      ...(charged.length !== stored.size ? [`${stored.size} payments, but ${charged.length} charges`] : []),
      ...(uneven.length > 0 ? [`${uneven.length} uneven entries`] : []),
    ]
  })
}
