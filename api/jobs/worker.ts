import type { Mode } from '@adire/contract/call.ts'
import { PgBoss, type QueueResult } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Database, Tx } from '../database/connect.ts'
import { isOutage } from '../database/errors.ts'
import { openPool } from '../database/pool.ts'
import { errorSummary } from '../http/describe-error.ts'
import type { Runtime } from '../runtime.ts'
import { dispatch, keepDispatching } from './dispatch.ts'
import { deadLetters } from './failed.ts'
import { giveBack, type TakenJob } from './give-back.ts'
import { inTimeOf, timeOf } from './own-time.ts'
import { works } from './schedule.ts'
import { lookOnceASecond, type Standing, standingOf } from './standing.ts'
import { keepWatching } from './watch.ts'
import { type JobSteps, recurringRetry, standardRetry, type Work } from './work.ts'

export interface Worker {
  /** How the jobs stand. Throws where the queue does not answer. */
  standing(): Promise<Standing>
  /** Moves what is due to the queue now; the number moved. */
  dispatch(): Promise<number>
  stop(): Promise<void>
}

/** A job whose process says nothing for so long has lost it: `releaseInterrupted` gives it to another. */
const heartbeatSeconds = 10

const queueOf = ({ every, retry = every ? recurringRetry : standardRetry }: Work) => ({
  retryLimit: retry.times,
  retryDelay: retry.firstPauseSeconds,
  retryBackoff: true,
  retryDelayMax: retry.longestPauseSeconds,
  expireInSeconds: 300,
  heartbeatSeconds,
  deadLetter: deadLetters,
})

/** Starts the queue, its handlers, its timetable, and the dispatcher that feeds it from the outbox. */
export async function startWorker(runtime: Runtime, log: Logger): Promise<Worker> {
  const noteError = (error: Error) => log.error({ err: error }, 'queue')
  const pool = openPool(
    {
      connectionString: runtime.database.url,
      max: 4,
      application_name: 'adire-jobs',
      connectionTimeoutMillis: 10_000,
    },
    noteError,
  )
  const { database, clock } = runtime
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  boss.on('error', noteError)
  await boss.start()
  await boss.createQueue(deadLetters)
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
  const steps = stepsOf(runtime)
  const workers = new Map<string, string>()
  for (const work of works) {
    await setQueue(boss, work, known.get(work.job.name))
    workers.set(work.job.name, await handle(boss, work, { database, steps, log }))
  }
  const dispatchOnce = async () => {
    const { moved, jobs } = await dispatch(runtime, boss, log)
    // Otherwise a job would wait for the next second. A job that only a newer process knows has no worker here.
    for (const [name, worker] of workers) if (jobs.has(name)) boss.notifyWorker(worker)
    return moved
  }
  const stopDispatching = keepDispatching(dispatchOnce, log)
  const stopWatching = keepWatching(runtime, log)
  return {
    standing: lookOnceASecond(() => database.readPrimary((tx) => standingOf(tx, clock()))),
    dispatch: dispatchOnce,
    async stop() {
      await Promise.all([stopDispatching(), stopWatching()])
      await boss.stop({ graceful: true, timeout: 10_000 })
      await pool.end()
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

/** Makes the queue of a job, or brings the one that is there up to date. */
async function setQueue(boss: PgBoss, work: Work, known: QueueResult | undefined): Promise<void> {
  const wanted = queueOf(work)
  if (!known) return boss.createQueue(work.job.name, wanted)
  const isSame = Object.entries(wanted).every(([name, value]) => known[name as keyof QueueResult] === value)
  if (!isSame) await boss.updateQueue(work.job.name, wanted)
}

type Handling = { database: Database; steps: JobSteps; log: Logger }

/** Starts the workers of a job; answers the id by which the first of them is woken. */
async function handle(boss: PgBoss, work: Work, { database, steps, log }: Handling): Promise<string> {
  const { name } = work.job
  if (work.every) await boss.schedule(name, work.every, none, { tz: 'UTC', singletonKey: name })
  const places = work.groupOf ? slowPlaces : { batchSize: 50 }
  return boss.work(name, { ...places, pollingIntervalSeconds: 1, perJobResults: true }, async (jobs) => {
    const unattempted: TakenJob[] = []
    const results = await Promise.all(
      jobs.map(async (job) => {
        try {
          const { merchantId, payload } = job.data as Queued
          await work.run(merchantId ? await steps.of(merchantId) : steps, payload as never)
          return { id: job.id, status: 'completed' as const }
        } catch (error) {
          log.error({ job: name, jobId: job.id, err: error }, 'job failed')
          if (isOutage(error)) unattempted.push(job)
          return { id: job.id, status: 'failed' as const, output: { message: errorSummary(error) } }
        }
      }),
    )
    // What is given back is no longer this worker's: the queue then ignores that it failed.
    await giveBack(database, name, unattempted)
    return results
  })
}
