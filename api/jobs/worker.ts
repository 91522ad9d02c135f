import type { Mode } from '@adire/contract/call.ts'
import { PgBoss } from 'pg-boss'
import type { Logger } from 'pino'
import type { Context } from '../context.ts'
import type { Tx } from '../database/connect.ts'
import { openPool } from '../database/pool.ts'
import { errorSummary } from '../http/describe-error.ts'
import type { Runtime } from '../runtime.ts'
import { dispatch, keepDispatching } from './dispatch.ts'
import { deadLetters } from './failed.ts'
import { inTimeOf, timeOf } from './own-time.ts'
import { works } from './schedule.ts'
import type { JobSteps, Work } from './work.ts'

export interface Worker {
  /** Whether the queue answers. */
  healthy(): Promise<boolean>
  /** Moves what is due to the queue now; the number moved. */
  dispatch(): Promise<number>
  stop(): Promise<void>
}

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
  const boss = new PgBoss({ db: { executeSql: (text, values) => pool.query(text, values) } })
  boss.on('error', noteError)
  await boss.start()
  await boss.createQueue(deadLetters)
  const steps = stepsOf(runtime)
  for (const work of works) await handle(boss, work, steps, log)
  const dispatchOnce = () => dispatch(runtime, boss, log)
  const stopDispatching = keepDispatching(dispatchOnce, log)
  return {
    healthy: () => boss.isInstalled(),
    dispatch: dispatchOnce,
    async stop() {
      await stopDispatching()
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

async function handle(boss: PgBoss, work: Work, steps: JobSteps, log: Logger) {
  const { name } = work.job
  await boss.createQueue(name, { ...retry, deadLetter: deadLetters })
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
          log.error({ job: name, jobId: job.id, err: error }, 'job failed')
          return { id: job.id, status: 'failed' as const, output: { message: errorSummary(error) } }
        }
      }),
    ),
  )
}
