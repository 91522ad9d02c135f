// Background jobs: statements of an idle process, jobs per second through one worker, and what receivers that hang delay.
import pg from 'pg'
import { pino } from 'pino'
import * as z from 'zod/mini'
import { jobHandler } from '../api/jobs/job-handler.ts'
import { defineJob, enqueueEach, enqueueJob } from '../api/jobs/queue.ts'
import { jobHandlers } from '../api/jobs/schedule.ts'
import { startWorker } from '../api/jobs/worker.ts'
import { type FreshDatabase, withFresh } from './fresh.ts'
import { printLine } from './seeded.ts'

const idleSeconds = Number(process.env.BENCH_SECONDS ?? 60)
const jobs = Number(process.env.BENCH_JOBS ?? 50_000)
const hangingReceivers = 10
const quick = defineJob('bench-quick', z.object({ n: z.number() }))
const slow = defineJob('bench-slow', z.object({ receiver: z.string() }))
const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000))
const silent = pino({ level: 'silent' })

await withFresh(measureIdle)
await withFresh(measureThroughput)
await withFresh(measureHanging)

/** Transactions of the database while nothing is to be done. Almost every statement of the worker is one by itself. */
async function measureIdle({ runtime, url }: FreshDatabase) {
  const worker = await startWorker(runtime, silent)
  await seconds(10)
  const before = await countTransactions(url)
  await seconds(idleSeconds)
  const count = (await countTransactions(url)) - before - 1
  await worker.stop()
  printLine(`idle, ${jobHandlers.length} queues: ${(count / idleSeconds).toFixed(1)} transactions a second`)
}

async function measureThroughput(fresh: FreshDatabase) {
  const { runtime } = fresh
  let done = 0
  const all = Promise.withResolvers<void>()
  const handler = jobHandler({
    job: quick,
    async run() {
      done++
      if (done === jobs) all.resolve()
    },
  })
  const runAt = new Date(Date.now() - 60_000)
  for (let from = 0; from < jobs; from += 1000)
    await runtime.database.write((tx) => {
      const messages = Array.from({ length: 1000 }, (_, n) => ({ payload: { n }, key: `job-${from + n}`, runAt }))
      return enqueueEach(tx, quick, messages)
    })
  const startedAt = performance.now()
  const cpu = fresh.postgres()
  const worker = await startWorker(runtime, silent, [handler])
  await all.promise
  const took = (performance.now() - startedAt) / 1000
  await worker.stop()
  const postgresUs = Math.round((fresh.postgres() - cpu) / jobs)
  printLine(
    `${jobs} jobs in ${took.toFixed(1)} s: ${Math.round(jobs / took)} a second, PostgreSQL ${postgresUs} us each`,
  )
}

/** Ten receivers hang with fifty jobs each; a healthy one gets a job each 100 ms. */
async function measureHanging({ runtime }: FreshDatabase) {
  const released = Promise.withResolvers<void>()
  const startedAt = new Map<string, number>()
  const handler = jobHandler({
    job: slow,
    groupOf: ({ receiver }) => receiver.split(' ')[0]!,
    async run(_, { receiver }) {
      if (receiver.startsWith('hanging')) await released.promise
      else startedAt.set(receiver, performance.now())
    },
  })
  const worker = await startWorker(runtime, silent, [handler])
  await runtime.database.write(async (tx) => {
    for (let n = 0; n < hangingReceivers * 50; n++)
      await enqueueJob(tx, slow, { receiver: `hanging${n % hangingReceivers}` })
  })
  await seconds(3)
  const waits: number[] = []
  for (let n = 0; n < 50; n++) {
    const receiver = `healthy ${n}`
    const enqueuedAt = performance.now()
    await runtime.database.write((tx) => enqueueJob(tx, slow, { receiver }))
    while (!startedAt.has(receiver)) await seconds(0.01)
    waits.push(startedAt.get(receiver)! - enqueuedAt)
    await seconds(0.1)
  }
  released.resolve()
  await worker.stop()
  waits.sort((one, other) => one - other)
  const [median, slowest] = [waits[25]!, waits.at(-1)!].map(Math.round)
  printLine(
    `${hangingReceivers} receivers hang: a job of another starts after ${median} ms, ${slowest} at most (50 jobs)`,
  )
}

/** Committed and rolled back transactions of the database so far. A backend reports them when it has been idle for a second. */
async function countTransactions(url: string): Promise<number> {
  await seconds(1.5)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  )
  await client.end()
  return Number(rows[0]!.count)
}
