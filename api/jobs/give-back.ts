import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/connect.ts'

/** A job as a worker was given it. */
export interface TakenJob {
  id: string
  /** How many attempts came before this one. */
  retryCount: number
}

const writeAttempts = 5
const pauseMs = 1_000

/**
 * Gives jobs back to the queue that failed because the database was away or a disk was full: they begin again some seconds
 * later and keep all their attempts. As for interruptions this ends when a job is a day old: it may be the reason itself.
 * Where not even this can be written the jobs stay taken until `releaseInterrupted` finds that nobody works on them.
 */
export async function giveBack(database: Database, name: string, jobs: readonly TakenJob[]): Promise<void> {
  if (jobs.length === 0) return
  for (let attempt = 1; attempt <= writeAttempts; attempt++) {
    const isWritten = await database
      .write((tx) =>
        tx.$client.query({
          name: 'give_back_jobs',
          // The queue counts an attempt when it hands out a job that was begun before: this one was not.
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
