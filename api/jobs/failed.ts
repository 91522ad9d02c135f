import { and, asc, gt, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '../database/connect.ts'
import { retentionStart } from '../database/retention.ts'
import { errorSummary } from '../http/describe-error.ts'
import { failedJobs, outbox } from './tables.ts'
import type { OutboxMessage } from './take-due.ts'

export type FailedJob = typeof failedJobs.$inferSelect

/** Quarantines a job that cannot be moved to the queue, with the error. Replaces an unresolved one with the same key. */
export async function quarantineJob(tx: Tx, due: OutboxMessage, error: unknown, now: Date): Promise<void> {
  const { job, payload, key, merchantId } = due
  const failed = { payload, merchantId, attempts: 0, error: errorSummary(error), failedAt: now }
  await tx
    .insert(failedJobs)
    .values({ state: 'quarantined', job, key, ...failed })
    .onConflictDoUpdate({
      target: [failedJobs.state, failedJobs.job, failedJobs.key],
      targetWhere: sql`resolved_at is null`,
      set: failed,
    })
}

/** The queue for copies of jobs that failed at their last attempt. */
export const deadLetters = 'dead-letter'
const deadLetterBatch = 200

/**
 * Moves dead jobs from the queue to `failed_jobs`; returns their number. A recurring job has one row, however often it dies:
 * `recurring` names these jobs.
 */
export async function moveDeadLetters(tx: Tx, recurring: readonly string[]): Promise<number> {
  const { rows } = await tx.$client.query<{ moved: number }>(
    `with taken as (
       delete from pgboss.job where name = $1 and id in (
         select id from pgboss.job where name = $1 and state < 'active' order by created_on limit $3 for update skip locked
       )
       returning source_name as job, source_id, data, created_on, source_retry_count + 1 as attempts,
         coalesce(source_output->>'message', source_output->'value'->>'message', 'unknown') as error
     ), dead as (
       select job, case when job = any($2) then 'recurring' else source_id::text end as key,
         (array_agg(data order by created_on desc))[1] as data, sum(attempts) as attempts,
         (array_agg(error order by created_on desc))[1] as error, max(created_on) as failed_at
       from taken where job is not null group by 1, 2
     ), kept as (
       insert into failed_jobs as known (state, job, key, payload, merchant_id, attempts, error, failed_at)
       select 'dead', job, key, coalesce(data->'payload', '{}'), (data->>'merchantId')::uuid, attempts, left(error, 500), failed_at
       from dead
       on conflict (state, job, key) where resolved_at is null do update
         set attempts = known.attempts + excluded.attempts, error = excluded.error, failed_at = excluded.failed_at
     )
     select count(*) as moved from taken`,
    [deadLetters, recurring, deadLetterBatch],
  )
  return Number(rows[0]!.moved)
}

/** Unresolved failed jobs, oldest first. */
export const listFailed = (tx: Tx, afterId: number, limit: number): Promise<FailedJob[]> =>
  tx
    .select()
    .from(failedJobs)
    .where(and(isNull(failedJobs.resolvedAt), gt(failedJobs.id, afterId)))
    .orderBy(asc(failedJobs.id))
    .limit(limit)

export interface JobResolution {
  resolution: 'retried' | 'discarded'
  resolvedBy: string
}

/**
 * Resolves failed jobs and returns those that were unresolved. Retried jobs are due at once, with all their attempts. The
 * row records who did it. A dead job is enqueued with a new key, because the queue remembers the old one as done.
 */
export async function resolveFailed(tx: Tx, ids: number[], made: JobResolution, now: Date): Promise<FailedJob[]> {
  if (ids.length === 0) return []
  const resolved = await tx
    .update(failedJobs)
    .set({ ...made, resolvedAt: now })
    .where(and(inArray(failedJobs.id, ids), isNull(failedJobs.resolvedAt)))
    .returning()
  if (made.resolution === 'retried' && resolved.length > 0)
    await tx.insert(outbox).values(
      resolved.map(({ id, state, job, payload, key, merchantId }) => ({
        job,
        payload,
        merchantId,
        key: state === 'dead' ? `retry:${id}` : key,
      })),
    )
  return resolved
}

const purgeBatchSize = 1000

/** Deletes a batch of jobs resolved more than 90 days ago. */
export async function purgeResolvedJobs(tx: Tx, now: Date): Promise<void> {
  const old = tx
    .select({ id: failedJobs.id })
    .from(failedJobs)
    .where(and(isNotNull(failedJobs.resolvedAt), lt(failedJobs.resolvedAt, retentionStart(now))))
    .limit(purgeBatchSize)
  await tx.delete(failedJobs).where(inArray(failedJobs.id, old))
}

/** Number of unresolved failed jobs. */
export async function countFailed(tx: Tx): Promise<{ quarantined: number; dead: number }> {
  const counts = await tx
    .select({ state: failedJobs.state, jobs: sql<number>`count(*)::int` })
    .from(failedJobs)
    .where(isNull(failedJobs.resolvedAt))
    .groupBy(failedJobs.state)
  const of = (state: FailedJob['state']) => counts.find((one) => one.state === state)?.jobs ?? 0
  return { quarantined: of('quarantined'), dead: of('dead') }
}
