import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import { alertOperator } from './alert.ts'
import { deadLetters, moveDeadLetters } from './failed.ts'
import { isInterrupted } from './is-due.ts'
import { jobHandlers } from './schedule.ts'

const watchMs = 2000
/** Pause between alert checks, in ms. The first check waits too: after a downtime every job is late for a moment. */
const alertMs = 30_000

/** Attempts to create the index; if all fail, the process runs without it until the next start. */
const maxIndexAttempts = 3

const recurring = jobHandlers.filter(({ every }) => every).map(({ job }) => job.name)

/**
 * Monitors jobs independently of the queue, so that it works when the queue does not: releases jobs of processes that are
 * gone, moves dead jobs to `failed_jobs`, and emails the operator. Returns a function that stops it.
 */
export function startJobMonitor(runtime: Runtime, log: Logger): () => Promise<void> {
  const { database } = runtime
  const ending = new AbortController()
  const attempt = (what: string, callback: () => Promise<unknown>) =>
    callback().catch((error) => log.error({ err: error }, `${what} failed`))
  const watch = async () => {
    let alertAtMs = performance.now()
    let indexAttempts = 0
    const index = async () => {
      await indexActiveJobs(database)
      indexAttempts = maxIndexAttempts
    }
    while (!ending.signal.aborted) {
      // May fail because another process creates it or the table is busy: the server must start nevertheless.
      if (indexAttempts++ < maxIndexAttempts) await attempt('indexing running jobs', index)
      await attempt('looking for interrupted and dead jobs', async () => {
        const { isInterrupted, isDead } = await database.readPrimary(findUnfinished)
        if (isInterrupted) await attempt('releasing interrupted jobs', () => database.write(releaseInterrupted))
        if (isDead) await attempt('moving dead jobs', () => database.write((tx) => moveDeadLetters(tx, recurring)))
      })
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

/** Whether there are jobs to release or to move, in one statement of two index reads. */
async function findUnfinished(tx: Tx): Promise<{ isInterrupted: boolean; isDead: boolean }> {
  const { rows } = await tx.$client.query<{ isInterrupted: boolean; isDead: boolean }>({
    name: 'find_unfinished',
    text: `select exists (select from pgboss.job where ${isInterrupted}) as "isInterrupted",
             exists (select from pgboss.job where name = $1 and state < 'active') as "isDead"`,
    values: [deadLetters],
  })
  return rows[0]!
}

/**
 * Returns interrupted jobs to the queue, to start at once; correct with any number of processes. The interruption is not the
 * job's fault, so it costs no attempt. A job older than a day may itself crash its processes: from then on an interruption counts as an attempt, and
 * after the last one pg-boss moves the job to the dead letters.
 */
export async function releaseInterrupted(tx: Tx): Promise<void> {
  await tx.$client.query({
    name: 'release_interrupted',
    text: `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null,
             retry_limit = retry_limit + (created_on > now() - interval '1 day')::int,
             output = '{"message": "The process that worked on it ended"}'
           where ${isInterrupted}
             and (retry_count < retry_limit or created_on > now() - interval '1 day')`,
  })
}

/** Index of running jobs, so that finding them does not read all jobs of the last week. */
async function indexActiveJobs(database: Database): Promise<void> {
  await database.write((tx) =>
    tx.$client.query(
      `create index if not exists adire_active_jobs on pgboss.job_common (heartbeat_on) where state = 'active'`,
    ),
  )
}
