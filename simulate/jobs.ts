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

/** A job as the dispatcher hands it over. */
interface HandedOver {
  id?: string
  data: { merchantId: string | null; payload: unknown }
}

interface Waiting {
  job: string
  payload: unknown
  merchantId: string | null
  attempts: number
  runAt: number
}

/** The queue of the product in the time of the simulation: what it took over it keeps, whatever ends the process. */
export interface SimulatedQueue {
  /** Does all that is due now, and what comes of it, in an order that `chance` decides. */
  run(chance: RandomSource, fault?: InjectedFault): Promise<number>
  /** Runs what runs by itself between two instants. */
  runScheduled(chance: RandomSource, from: Date, fault?: InjectedFault): Promise<void>
  readonly waiting: number
  /** Jobs that were given up. */
  readonly dead: readonly string[]
}

export function openQueue(environment: Environment): SimulatedQueue {
  const queued: Waiting[] = []
  const dead: string[] = []
  // The product's queue remembers the ids of what it has done for a week.
  const seen = new Set<string>()
  const take = async () => {
    const staged: (HandedOver & { name: string })[] = []
    await dispatchOutbox(environment.runtime, refusingDoubles(staged), pino({ level: 'silent' }))
    for (const { name: job, id, data } of staged) {
      if (id !== undefined && seen.has(id)) continue
      if (id !== undefined) seen.add(id)
      queued.push({ job, ...data, attempts: 0, runAt: 0 })
    }
  }
  const attempt = async (one: Waiting, fault: InjectedFault | undefined) => {
    const handler = jobHandlers.find(({ job }) => job.name === one.job)
    if (!handler) throw new Error(`No work is defined for the job ${one.job}`)
    one.attempts += 1
    try {
      await environment.within(fault, () => runJob(environment.runtime, one.job, one.payload, one.merchantId))
      queued.splice(queued.indexOf(one), 1)
    } catch (error) {
      // A job that was running as the process ended is given out again, and that is none of its attempts.
      if (error instanceof Crash) {
        one.attempts -= 1
        return
      }
      if (!isOutside(error)) throw new Fail('jobs', `The job ${one.job} failed: ${(error as Error).message}`)
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
 * Whether a job failed by what this simulation breaks: the database; the mail, in whose place a file lies; or the process, whose
 * attempt to deliver a webhook counts as under way for a while.
 */
const isOutside = (error: unknown) =>
  isTemporary(error) ||
  (error as NodeJS.ErrnoException).code === 'EEXIST' ||
  (error as Error).message === 'This attempt is under way'

/** What the dispatcher hands over is kept once its transaction is. As the product's queue, this refuses a batch that holds an id twice. */
function refusingDoubles(staged: (HandedOver & { name: string })[]): PgBoss {
  const insert = async (name: string, jobs: readonly HandedOver[]) => {
    const ids = jobs.flatMap(({ id }) => (id === undefined ? [] : [id]))
    if (new Set(ids).size < ids.length) throw new Error('duplicate job id in insert batch')
    for (const job of jobs) staged.push({ ...job, name })
  }
  return { insert } as unknown as PgBoss
}
