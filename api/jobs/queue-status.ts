import type { Tx } from '../database/connect.ts'
import type { Runtime } from '../runtime.ts'
import { countFailed, deadLetters } from './failed.ts'
import { hasQueue } from './is-due.ts'
import { jobHandlers } from './schedule.ts'
import { isClockStill } from './take-due.ts'

export interface QueueStatus {
  /** How long the oldest due job has been waiting to start, in seconds; 0 if none waits. */
  oldestDueSeconds: number
  /** Jobs that could not be moved to the queue and wait for the operator. */
  quarantined: number
  /** Jobs that failed at their last attempt and wait for the operator. */
  dead: number
}

/** Limit for due jobs, in seconds: they normally start within two; one that waits for this long means the queue is stuck. */
export const lateAfterSeconds = 120

/** Jobs with groups, excluded: they may wait for slow external machines although the worker is healthy. */
const grouped = jobHandlers.filter(({ groupOf }) => groupOf).map(({ job }) => job.name)

/** Status of all jobs at `now`, in a few index reads. Before the first worker, due jobs wait in the outbox alone. */
export async function readQueueStatus(tx: Tx, now: Date): Promise<QueueStatus> {
  const { rows } = (await hasQueue(tx))
    ? await tx.$client.query<{ age: number | null }>({
        name: 'oldest_due_job',
        text: `select floor(greatest(${oldestInOutbox}, ${oldestInQueue}))::int as age`,
        values: [now, [...grouped, deadLetters]],
      })
    : await tx.$client.query<{ age: number | null }>({
        name: 'oldest_due_message',
        text: `select floor(greatest(${oldestInOutbox}))::int as age`,
        values: [now],
      })
  return { oldestDueSeconds: Math.max(0, rows[0]?.age ?? 0), ...(await countFailed(tx)) }
}

const oldestInOutbox = `
  (select extract(epoch from $1::timestamptz - created_at) from outbox where run_at = '-infinity' and ${isClockStill} order by id limit 1),
  (select extract(epoch from $1::timestamptz - greatest(run_at, created_at)) from outbox
   where run_at > '-infinity' and run_at <= $1 and ${isClockStill} order by run_at, id limit 1)`

const oldestInQueue = `
  (select extract(epoch from now() - min(start_after)) from pgboss.job
   where state < 'active' and not blocked and start_after <= now() and name <> all($2))`

const oldestOfIdleGroups = `
  select floor(extract(epoch from now() - min(waiting.start_after)))::int as age from pgboss.job waiting
  where waiting.name = any($1) and waiting.state < 'active' and not waiting.blocked and waiting.start_after <= now()
    and not exists (
      select from pgboss.job running
      where running.name = waiting.name and running.group_id = waiting.group_id and running.state = 'active'
    )`

/**
 * How long the oldest due job with a group has been waiting to start of which no other job runs, in seconds; 0 if none waits. What waits
 * for a business or receiver that hangs does not count, as that one has a job running.
 */
export async function readIdleGroupsAge(tx: Tx): Promise<number> {
  if (!(await hasQueue(tx))) return 0
  const { rows } = await tx.$client.query<{ age: number | null }>({
    name: 'oldest_of_idle_groups',
    text: oldestOfIdleGroups,
    values: [grouped],
  })
  return Math.max(0, rows[0]?.age ?? 0)
}

/** The status of the queue, read at most once a second. Throws if the queue does not respond. */
export const watchQueue = ({ database, clock }: Pick<Runtime, 'database' | 'clock'>): (() => Promise<QueueStatus>) =>
  lookOnceASecond(() => database.readPrimary((tx) => readQueueStatus(tx, clock())))

/** Caches a check for one second, however often it is called. */
export function lookOnceASecond<T>(look: () => Promise<T>): () => Promise<T> {
  let looked: Promise<T> | undefined
  let atMs = -Infinity
  return () => {
    if (looked && performance.now() - atMs < 1000) return looked
    atMs = performance.now()
    looked = look()
    return looked
  }
}
