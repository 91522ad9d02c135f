import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import { alertOperator } from './alert.ts'
import { moveDeadLetters } from './failed.ts'
import { jobHandlers } from './schedule.ts'

const watchMs = 2000
/** The first look is as late: after a night off everything is late for a moment. */
const alertMs = 30_000

/** An index that cannot be made is done without, until the next start. */
const mostIndexings = 3

const recurring = jobHandlers.filter(({ every }) => every).map(({ job }) => job.name)

/**
 * Looks after the jobs beside the queue, so that it works when the queue does not: gives jobs of processes that are gone to
 * others, moves dead ones to where the operator sees them, and mails the operator. Returns how to end it.
 */
export function startJobMonitor(runtime: Runtime, log: Logger): () => Promise<void> {
  const { database } = runtime
  const ending = new AbortController()
  const attempt = (what: string, callback: () => Promise<unknown>) =>
    callback().catch((error) => log.error({ err: error }, `${what} failed`))
  const watch = async () => {
    let alertAtMs = performance.now()
    let indexings = 0
    const index = async () => {
      await indexActiveJobs(database)
      indexings = mostIndexings
    }
    while (!ending.signal.aborted) {
      // Another process may be at it, or the table busy: a server starts all the same.
      if (indexings++ < mostIndexings) await attempt('indexing running jobs', index)
      await attempt('releasing interrupted jobs', () => database.write(releaseInterrupted))
      await attempt('moving dead jobs', () => database.write((tx) => moveDeadLetters(tx, recurring)))
      if (performance.now() - alertAtMs >= alertMs) {
        alertAtMs = performance.now()
        await attempt('alerting the operator', () => alertOperator(runtime))
      }
      await sleep(watchMs, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  const running = watch()
  return () => {
    ending.abort()
    return running
  }
}

/**
 * Gives jobs whose process no longer says that it works on them back to the queue, to begin at once. Every process says so of its
 * jobs each five seconds, so this is right with any number of them. What ended the process is not the job's fault, so it costs no
 * attempt. Only a job that is a day old may be what ends its processes: from then on an interruption is an attempt, and at its
 * last one the job is left to the queue, which lets it die.
 */
export async function releaseInterrupted(tx: Tx): Promise<void> {
  await tx.$client.query({
    name: 'release_interrupted',
    text: `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null,
             retry_limit = retry_limit + (created_on > now() - interval '1 day')::int,
             output = '{"message": "The process that worked on it ended"}'
           where state = 'active' and heartbeat_on + heartbeat_seconds * interval '1s' < now()
             and (retry_count < retry_limit or created_on > now() - interval '1 day')`,
  })
}

/** Finding the jobs that run must not read those of the last week. */
async function indexActiveJobs(database: Database): Promise<void> {
  await database.write((tx) =>
    tx.$client.query(
      `create index if not exists adire_active_jobs on pgboss.job_common (heartbeat_on) where state = 'active'`,
    ),
  )
}
