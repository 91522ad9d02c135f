import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'

/** A job as a worker fetched it. */
export interface TakenJob {
  id: string
  /** Number of attempts before this one. */
  retryCount: number
}

const writeAttempts = 5
const pauseMs = 1_000

/**
 * Returns jobs to the queue that failed because the database was unavailable or a disk was full: they start again after five
 * seconds and keep all their attempts. A job older than a day is not returned, because it may itself be the cause.
 * If this write fails too, the jobs stay active until `releaseInterrupted` finds them without a heartbeat.
 */
export async function returnJobs(database: Database, name: string, jobs: readonly TakenJob[]): Promise<void> {
  if (jobs.length === 0) return
  for (let attempt = 1; attempt <= writeAttempts; attempt++) {
    const isWritten = await database
      .write((tx) =>
        tx.$client.query({
          name: 'return_jobs',
          // pg-boss counts an attempt when it fetches a job with `started_on` set, so it is cleared here.
          text: `update pgboss.job set state = 'retry', started_on = null, heartbeat_on = null,
                   start_after = now() + interval '5 s', output = '{"message": "The database or a disk was out"}'
                 where name = $1 and state = 'active' and created_on > now() - interval '1 day'
                   and (id, retry_count) in (select * from unnest($2::uuid[], $3::int[]))`,
          values: [name, jobs.map(({ id }) => id), jobs.map(({ retryCount }) => retryCount)],
        }),
      )
      .then(
        () => true,
        () => false,
      )
    if (isWritten) return
    await sleep(pauseMs)
  }
}
