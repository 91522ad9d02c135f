import type { Tx } from '../database/connect.ts'
import { countFailed, deadLetters } from './failed.ts'
import { jobHandlers } from './schedule.ts'

export interface QueueStatus {
  /** How long the oldest job that is due has waited to begin, in seconds; 0 where none waits. */
  oldestDueSeconds: number
  /** Jobs that could not be handed to the queue, and wait for the operator. */
  quarantined: number
  /** Jobs that failed at their last attempt, and wait for the operator. */
  dead: number
}

/** A job that is due begins within a second or two. One that has waited this long says that something is stuck. */
export const lateAfterSeconds = 120

/** Jobs of a group wait for places beside other people's slow machines, however well the worker is. */
const grouped = jobHandlers.filter(({ groupOf }) => groupOf).map(({ job }) => job.name)

/** How the jobs stand at `now`, in a few looks at the ends of indexes. */
export async function readQueueStatus(tx: Tx, now: Date): Promise<QueueStatus> {
  const { rows } = await tx.$client.query<{ age: number | null }>({
    name: 'oldest_due_job',
    text: `
      select floor(greatest(
        (select extract(epoch from $1::timestamptz - created_at) from outbox where run_at = '-infinity' and ${runs} order by id limit 1),
        (select extract(epoch from $1::timestamptz - greatest(run_at, created_at)) from outbox
         where run_at > '-infinity' and run_at <= $1 and ${runs} order by run_at, id limit 1),
        (select extract(epoch from now() - min(start_after)) from pgboss.job
         where state < 'active' and not blocked and start_after <= now() and name <> all($2))
      ))::int as age`,
    values: [now, [...grouped, deadLetters]],
  })
  return { oldestDueSeconds: Math.max(0, rows[0]?.age ?? 0), ...(await countFailed(tx)) }
}

/** What a business whose clock is being moved has enqueued is left to the move. */
const runs = `not exists (
  select from test_clocks clock where clock.merchant_id = outbox.merchant_id and clock.move_id is not null
)`

/** However often it is asked, it looks once a second. */
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
