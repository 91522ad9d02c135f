import type { Mode } from '@adire/contract/call.ts'
import pLimit from 'p-limit'
import { type Job, PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import { runInBackground } from '../current-work.ts'
import type { Tx } from '../database/connect.ts'
import { isOutage } from '../database/errors.ts'
import { openPool } from '../database/pool.ts'
import { errorSummary } from '../http/describe-error.ts'
import { jobRan } from '../metrics/measurements.ts'
import type { Runtime } from '../runtime.ts'
import { findBusinessTime } from './business-clock.ts'
import { dispatchOutbox, handlersByName } from './dispatch.ts'
import { startFeed } from './feed.ts'
import type { JobHandler, JobUnitOfWork } from './job-handler.ts'
import { openQueueWorkers, type QueueLimits } from './queue-workers.ts'
import { setQueues } from './queues.ts'
import { returnJobs, type TakenJob } from './return-jobs.ts'
import { jobHandlers } from './schedule.ts'
import { startJobMonitor } from './watch.ts'

export interface JobWorker {
  /** Moves due jobs to the queue now; returns their number. */
  dispatch(): Promise<number>
  stop(): Promise<void>
}

/** Starts the queue, the workers of its handlers, the schedules of recurring jobs, and the feed from the outbox. */
export async function startWorker(runtime: Runtime, log: Logger, handlers = jobHandlers): Promise<JobWorker> {
  const logError = (error: Error) => log.error({ err: error }, 'queue')
  const pool = openPool(
    {
      connectionString: runtime.database.url,
      max: 4,
      application_name: 'adire-jobs',
      connectionTimeoutMillis: 10_000,
    },
    logError,
  )
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  boss.on('error', logError)
  await boss.start()
  await setQueues(boss, handlers)
  const unitOfWork: JobUnitOfWork = {
    ...jobUnitOfWork(runtime),
    logError: (message, details) => log.error(details, message),
  }
  const stopping = new AbortController()
  const workers = new Map<string, () => void>()
  for (const handler of handlers) {
    workers.set(
      handler.job.name,
      await handleJobs(boss, handler, { runtime, unitOfWork, log, stopping: stopping.signal }),
    )
  }
  const byName = handlersByName(handlers)
  const dispatch = () => dispatchOutbox(runtime, boss, log, byName)
  // A job known only to a newer version has no worker here.
  const wake = (name: string) => workers.get(name)?.()
  const stopFeeding = startFeed(runtime, { dispatch, wake, queues: [...workers.keys()] }, log)
  const stopWatching = startJobMonitor(runtime, log)
  return {
    async dispatch() {
      const { moved, jobs } = await dispatch()
      for (const name of jobs) wake(name)
      return moved
    },
    async stop() {
      stopping.abort()
      await Promise.all([stopFeeding(), stopWatching()])
      await boss.stop({ graceful: true, timeout: 10_000 })
      await pool.end()
    },
  }
}

/** Maximum concurrent transactions of jobs in a process that also serves requests: half of its connections for writes. */
const maxTransactionsBesideRequests = 4

/** Unit of work of job handlers; tests also use it to run a single job. */
export function jobUnitOfWork({ config, database, clock, vault, files, media }: Runtime): JobUnitOfWork {
  // After a pause of the worker hundreds of jobs run at once, and a request would wait behind them for a connection.
  const limited = pLimit(config.roles.includes('api') ? maxTransactionsBesideRequests : Number.POSITIVE_INFINITY)
  const write = <T>(callback: (tx: Tx) => Promise<T>) => limited(() => database.write(callback))
  const writeStatement = <T>(callback: (tx: Tx) => Promise<T>) => limited(() => database.writeStatement(callback))
  const contextOn = (tx: Tx, mode: Mode, offsetMs = 0): Context => {
    const origin = { requestId: `job:${crypto.randomUUID()}`, ip: null, userAgent: null }
    const realNow = clock()
    return { tx, mode, now: new Date(realNow.getTime() + offsetMs), realNow, config, vault, origin }
  }
  const unitOfWork: JobUnitOfWork = {
    config,
    vault,
    files,
    media,
    mode: 'TEST',
    now: clock,
    write: (callback, mode = 'TEST') => write((tx) => callback(contextOn(tx, mode))),
    writeStatement: (callback) => writeStatement((tx) => callback(contextOn(tx, 'TEST'))),
    async of(merchantId) {
      const { mode, offsetMs } = await database.readPrimary((tx) => findBusinessTime(tx, merchantId))
      return {
        ...unitOfWork,
        mode,
        now: () => new Date(clock().getTime() + offsetMs),
        // All transactions of a job use the offset that it began with.
        write: (callback) => write((tx) => callback(contextOn(tx, mode, offsetMs))),
        writeStatement: (callback) => writeStatement((tx) => callback(contextOn(tx, mode, offsetMs))),
      }
    },
  }
  return unitOfWork
}

/** Job payload stored in pg-boss. */
interface QueuedJob {
  merchantId: string | null
  payload: unknown
}
const emptyJob: QueuedJob = { merchantId: null, payload: {} }

/** Quick jobs. Up to four batches at once, so that a slow batch does not delay the next ones. */
const quickLimits: QueueLimits = { batchSize: 50, workers: 4 }
/** Recurring jobs: a run that takes longer than its interval is not joined by the next one in the same process. */
const recurringLimits: QueueLimits = { batchSize: 50, workers: 1 }
/** Jobs that wait for other machines: one per worker, so that no job waits for the slowest of a batch. The limits are per process. */
const slowLimits: QueueLimits = { batchSize: 1, workers: 100, perGroup: 5 }

function limitsOf({ limits, every, groupOf }: JobHandler): QueueLimits {
  if (limits) return limits
  if (groupOf) return slowLimits
  return every ? recurringLimits : quickLimits
}

type HandlingContext = { runtime: Runtime; unitOfWork: JobUnitOfWork; log: Logger; stopping: AbortSignal }

/** Prepares the workers of a job; returns the function that wakes them. */
async function handleJobs(
  boss: PgBoss,
  handler: JobHandler,
  { runtime, unitOfWork, log, stopping }: HandlingContext,
): Promise<() => void> {
  const { name } = handler.job
  const { traces, database } = runtime
  if (handler.every) {
    const missed = handler.catchesUp ? 'once' : 'skip'
    await boss.schedule(name, handler.every, emptyJob, { tz: 'UTC', singletonKey: name, missed })
  }
  const handle = async (jobs: Job<QueuedJob>[]) => {
    const interrupted: TakenJob[] = []
    const results = await Promise.all(
      jobs.map(async (job) => {
        const startedAt = performance.now()
        const record = (outcome: 'completed' | 'failed') =>
          jobRan.record({ job: name, outcome, seconds: (performance.now() - startedAt) / 1000 })
        try {
          const { merchantId, payload } = job.data
          const business = merchantId ? await unitOfWork.of(merchantId) : unitOfWork
          const work = () => runInBackground(() => handler.run(business, payload as never), merchantId ?? undefined)
          await (traces ? traces.runJob(name, work) : work())
          record('completed')
          return { id: job.id, status: 'completed' as const }
        } catch (error) {
          record('failed')
          log.error({ job: name, jobId: job.id, err: error }, 'job failed')
          if (isOutage(error)) interrupted.push(job)
          return { id: job.id, status: 'failed' as const, output: { message: errorSummary(error) } }
        }
      }),
    )
    // Returned jobs no longer belong to this worker: pg-boss then ignores their failed results.
    await returnJobs(database, name, interrupted)
    return results
  }
  const logError = (error: Error) => log.error({ err: error }, 'queue')
  return openQueueWorkers(boss, name, limitsOf(handler), handle, { stopping, logError })
}
