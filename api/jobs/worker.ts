import { createHash } from 'node:crypto'
import type { Mode } from '@adire/contract/call.ts'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import { partAnnouncements, sayAll } from './announce.ts'
import { inTimeOf, timeOf } from './own-time.ts'
import { works } from './schedule.ts'
import { takeDue } from './take-due.ts'
import type { JobSteps, Work } from './work.ts'

export interface Worker {
  /** Whether the queue answers. */
  healthy(): Promise<boolean>
  /** Moves what was promised to the queue now; the number moved. */
  dispatch(): Promise<number>
  stop(): Promise<void>
}

const pollMs = 200
const batch = 500
const deadLetter = 'dead-letter'
const retry = {
  retryLimit: 8,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 3600,
  expireInSeconds: 300,
  heartbeatSeconds: 10,
}

/** Starts the queue, its handlers, its timetable, and the dispatcher that feeds it from the outbox. */
export async function startWorker(runtime: Runtime, log: Logger): Promise<Worker> {
  const boss = new PgBoss({ connectionString: runtime.database.url, max: 4, application_name: 'adire-jobs' })
  boss.on('error', (error) => log.error({ err: { name: error.name, message: error.message } }, 'queue'))
  await boss.start()
  await boss.createQueue(deadLetter)
  const steps = stepsOf(runtime)
  for (const work of works) await handle(boss, work, steps, log)
  const stopDispatching = keepDispatching(() => dispatch(runtime, boss), log)
  return {
    healthy: () => boss.isInstalled(),
    dispatch: () => dispatch(runtime, boss),
    async stop() {
      await stopDispatching()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}

/** What jobs are given to work with; also how a test runs a job by itself. */
export function stepsOf({ config, database, clock, vault, files }: Runtime): JobSteps {
  const contextOn = (tx: Tx, mode: Mode): Context => {
    const origin = { requestId: `job:${crypto.randomUUID()}`, ip: null, userAgent: null }
    const now = clock()
    return { tx, mode, now, realNow: now, config, vault, origin }
  }
  const steps: JobSteps = {
    config,
    vault,
    files,
    mode: 'TEST',
    now: clock,
    write: (work, mode = 'TEST') => database.write((tx) => work(contextOn(tx, mode))),
    async of(merchantId) {
      const { mode, aheadMs } = await database.readPrimary((tx) => timeOf(tx, merchantId))
      return {
        ...steps,
        mode,
        now: () => new Date(clock().getTime() + aheadMs),
        write: (work) => database.write(async (tx) => work(await inTimeOf(contextOn(tx, mode), merchantId))),
      }
    },
  }
  return steps
}

/** What the queue holds of a promise. */
interface Queued {
  merchantId: string | null
  payload: unknown
}
const none: Queued = { merchantId: null, payload: {} }

/**
 * Ten batches of twenty at a time, of which one group takes ten places at most. A batch is over with its slowest job, so ten
 * that wait leave nine batches to the others; each process counts for itself.
 */
const slowPlaces = { batchSize: 20, localConcurrency: 10, localGroupConcurrency: 10 }
const groups = new Map(works.flatMap(({ job, groupOf }) => (groupOf ? [[job.name, groupOf] as const] : [])))

async function handle(boss: PgBoss, work: Work, steps: JobSteps, log: Logger) {
  const { name } = work.job
  await boss.createQueue(name, { ...retry, deadLetter })
  if (work.every) await boss.schedule(name, work.every, none, { tz: 'UTC', singletonKey: name })
  const places = work.groupOf ? slowPlaces : { batchSize: 50 }
  await boss.work(name, { ...places, pollingIntervalSeconds: 1, perJobResults: true }, async (jobs) =>
    Promise.all(
      jobs.map(async (job) => {
        try {
          const { merchantId, payload } = job.data as Queued
          await work.run(merchantId ? await steps.of(merchantId) : steps, payload as never)
          return { id: job.id, status: 'completed' as const }
        } catch (error) {
          log.error(
            { job: name, jobId: job.id, err: { name: (error as Error).name, message: (error as Error).message } },
            'job failed',
          )
          return { id: job.id, status: 'failed' as const, output: { message: (error as Error).message } }
        }
      }),
    ),
  )
}

/**
 * Moves due promises to the queue: the delete and the insert are one transaction, so none is lost and none doubled.
 * A key becomes the job's id, by which the queue drops the second of two equal promises.
 */
async function dispatch({ database, clock }: Runtime, boss: PgBoss): Promise<number> {
  return database.write(async (tx) => {
    const rows = await takeDue(tx, clock(), batch)
    const [told, promised] = partAnnouncements(rows)
    await sayAll(tx, told)
    const byJob = Map.groupBy(promised, ({ job }) => job)
    for (const [name, promises] of byJob)
      await boss.insert(
        name,
        promises.map(({ payload, merchantId, key }) => ({
          data: { merchantId, payload },
          ...(key && { id: idFor(name, key) }),
          ...(groups.has(name) && { group: { id: groups.get(name)!(payload as never) } }),
        })),
        { db: onTransaction(tx) },
      )
    return rows.length
  })
}

const onTransaction = (tx: Tx) => ({ executeSql: (text: string, values?: unknown[]) => tx.$client.query(text, values) })

/** The id two promises with the same key share. The queue remembers ids of finished jobs for a week. */
function idFor(name: string, key: string): string {
  const hex = createHash('sha256').update(`${name}\n${key}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Dispatches again and again: at once after a full batch, else after a pause. Returns how to end it. */
function keepDispatching(once: () => Promise<number>, log: Logger): () => Promise<void> {
  let stopped = false
  let wake = () => {}
  const loop = async () => {
    while (!stopped) {
      const moved = await once().catch((error: Error) => {
        log.error({ err: { name: error.name, message: error.message } }, 'dispatch failed')
        return 0
      })
      if (moved < batch && !stopped)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, pollMs)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
    }
  }
  const running = loop()
  return () => {
    stopped = true
    wake()
    return running
  }
}
