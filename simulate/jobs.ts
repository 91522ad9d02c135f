import type { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { isTemporary } from '../api/database/errors.ts'
import { dispatchOutbox } from '../api/jobs/dispatch.ts'
import { recurringRetry, standardRetry } from '../api/jobs/job-handler.ts'
import { jobHandlers } from '../api/jobs/schedule.ts'
import { runJob } from '../api/testing/drain.ts'
import type { RandomSource } from './chance.ts'
import { cronFires } from './days.ts'
import { Crash, type Environment } from './environment.ts'
import { Fail } from './fail.ts'
import type { InjectedFault } from './gate.ts'

/** A job as the dispatcher inserts it. */
interface DispatchedJob {
  id?: string
  data: { merchantId: string | null; payload: unknown }
}

interface QueuedJob {
  job: string
  payload: unknown
  merchantId: string | null
  attempts: number
  runAt: number
}

/** Job queue in simulated time. Like the real queue, it keeps its jobs when the process crashes. */
export interface SimulatedQueue {
  /** Runs all due jobs and the jobs they enqueue, in an order that `chance` decides. Resolves with their number. */
  run(chance: RandomSource, fault?: InjectedFault): Promise<number>
  /** Runs the scheduled jobs between `from` and now. */
  runScheduled(chance: RandomSource, from: Date, fault?: InjectedFault): Promise<void>
  readonly waiting: number
  /** Jobs that have failed for good. */
  readonly dead: readonly string[]
}

export function openQueue(environment: Environment): SimulatedQueue {
  const queued: QueuedJob[] = []
  const dead: string[] = []
  // The product's queue keeps the ids of finished jobs for a week.
  const seen = new Set<string>()
  const take = async () => {
    const staged: (DispatchedJob & { name: string })[] = []
    await dispatchOutbox(environment.runtime, rejectDuplicates(staged), pino({ level: 'silent' }))
    for (const { name: job, id, data } of staged) {
      if (id !== undefined && seen.has(id)) continue
      if (id !== undefined) seen.add(id)
      queued.push({ job, ...data, attempts: 0, runAt: 0 })
    }
  }
  const attempt = async (one: QueuedJob, fault: InjectedFault | undefined) => {
    const handler = jobHandlers.find(({ job }) => job.name === one.job)
    if (!handler) throw new Error(`No work is defined for the job ${one.job}`)
    one.attempts += 1
    try {
      await environment.within(fault, () => runJob(environment.runtime, one.job, one.payload, one.merchantId))
      queued.splice(queued.indexOf(one), 1)
    } catch (error) {
      // A job that a crash interrupted is queued again, and the attempt does not count.
      if (error instanceof Crash) {
        one.attempts -= 1
        return
      }
      if (!isCausedByFault(error)) throw new Fail('jobs', `The job ${one.job} failed: ${(error as Error).message}`)
      const retry = handler.retry ?? (handler.every ? recurringRetry : standardRetry)
      const pauseSeconds = Math.min(retry.firstPauseSeconds * 2 ** one.attempts, retry.longestPauseSeconds)
      one.runAt = environment.now().getTime() + pauseSeconds * 1000
      if (one.attempts <= retry.times) return
      queued.splice(queued.indexOf(one), 1)
      dead.push(`${one.job}: ${(error as Error).message}`)
    }
  }
  const queue: SimulatedQueue = {
    async run(chance, fault) {
      let done = 0
      let next = fault
      for (;;) {
        await take()
        const due = queued.filter(({ runAt }) => runAt <= environment.now().getTime())
        if (due.length === 0) return done
        await attempt(chance.pick(due), next)
        next = undefined
        done += 1
        if (done > 5_000) throw new Error('The jobs do not come to an end')
      }
    },
    async runScheduled(chance, from, fault) {
      let next = fault
      for (const { job, every } of jobHandlers) {
        if (!every || !cronFires(every, from, environment.now())) continue
        const hit = next && chance.is(0.2) ? next : undefined
        if (hit) next = undefined
        queued.push({ job: job.name, payload: {}, merchantId: null, attempts: 0, runAt: 0 })
        await queue.run(chance, hit)
      }
    },
    get waiting() {
      return queued.length
    },
    dead,
  }
  return queue
}

/**
 * Whether a job failed because of an injected fault: in the database; in email delivery, whose folder is replaced by a file; or
 * a crash, after which a webhook attempt counts as in progress for a while.
 */
const isCausedByFault = (error: unknown) =>
  isTemporary(error) ||
  (error as NodeJS.ErrnoException).code === 'EEXIST' ||
  (error as Error).message === 'This attempt is under way'

/** Collects the dispatched jobs until the transaction commits. Like the product's queue, it rejects a batch with a duplicate id. */
function rejectDuplicates(staged: (DispatchedJob & { name: string })[]): PgBoss {
  const insert = async (name: string, jobs: readonly DispatchedJob[]) => {
    const ids = jobs.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (new Set(ids).size < ids.length) throw new Error('duplicate job id in insert batch')
    for (const job of jobs) staged.push({ ...job, name })
  }
  return { insert } as unknown as PgBoss
}
