import type { Tx } from '../database/connect.ts'
import { deadLetters } from '../jobs/failed.ts'
import { hasQueue } from '../jobs/is-due.ts'
import { type QueueStatus, readIdleGroupsAge, readQueueStatus } from '../jobs/queue-status.ts'

/** State that all processes share, read from the database. */
export interface SharedState extends QueueStatus {
  /** Number of due jobs that have not started, by job. Each at most `countedTo`. */
  due: ReadonlyMap<string, number>
  /** By `readIdleGroupsAge`. */
  idleGroupsSeconds: number
  /** Deliveries of webhooks that are due and have not ended, to endpoints that are slow and to all others. */
  webhooks: Readonly<Record<EndpointKind, DueWebhooks>>
}

export const endpointKinds = ['slow', 'other'] as const
type EndpointKind = (typeof endpointKinds)[number]

interface DueWebhooks {
  /** At most `countedTo` in all. */
  deliveries: number
  /** How long the oldest has been due, in seconds; 0 if none is. */
  oldestSeconds: number
}

/** Maximum number of waiting jobs, and of due deliveries, that are counted, so that a long queue does not make the count slow. */
const countedTo = 50_000

export async function readSharedState(tx: Tx, now: Date): Promise<SharedState> {
  const inOutbox = 'select job from outbox where run_at <= $1 limit $2'
  const inQueue = `
    select name from pgboss.job where state < 'active' and not blocked and start_after <= now() and name <> '${deadLetters}' limit $2`
  const isQueued = await hasQueue(tx)
  const { rows } = await tx.$client.query<{ job: string; jobs: number }>({
    name: isQueued ? 'metrics_due_jobs' : 'metrics_due_messages',
    text: `
      select job, count(*)::int as jobs from (${isQueued ? `(${inOutbox}) union all (${inQueue})` : inOutbox}) as due
      group by job`,
    values: [now, countedTo],
  })
  return {
    ...(await readQueueStatus(tx, now)),
    due: new Map(rows.map(({ job, jobs }) => [job, jobs])),
    idleGroupsSeconds: await readIdleGroupsAge(tx),
    webhooks: await readDueWebhooks(tx, now),
  }
}

/** One index read for each endpoint, and one for each delivery that is counted. */
async function readDueWebhooks(tx: Tx, now: Date): Promise<SharedState['webhooks']> {
  const isDue = `merchant_id = endpoint.merchant_id and endpoint_id = endpoint.id and state = 'waiting' and next_attempt_at <= $1`
  const { rows } = await tx.$client.query<DueWebhooks & { kind: EndpointKind }>({
    name: 'metrics_due_webhooks',
    text: `
      with waiting as materialized (
        select merchant_id, id, case when is_slow then 'slow' else 'other' end as kind, oldest.next_attempt_at
        from webhook_endpoints endpoint cross join lateral (
          select next_attempt_at from webhook_deliveries where ${isDue} order by next_attempt_at limit 1
        ) oldest
        where enabled
      ), counted as (
        select kind from waiting endpoint cross join lateral (select from webhook_deliveries where ${isDue} limit $2) due
        limit $2
      )
      select kind, extract(epoch from $1::timestamptz - min(next_attempt_at))::float as "oldestSeconds",
        (select count(*)::int from counted where counted.kind = waiting.kind) as deliveries
      from waiting group by kind`,
    values: [now, countedTo],
  })
  const none: DueWebhooks = { deliveries: 0, oldestSeconds: 0 }
  return { slow: none, other: none, ...Object.fromEntries(rows.map(({ kind, ...due }) => [kind, due])) }
}

/** Sum of all balances of the ledger, in kobo: anything but 0 means that an entry was changed by hand or lost a line. */
export async function readLedgerDifference(tx: Tx): Promise<number> {
  const { rows } = await tx.$client.query<{ kobo: string }>({
    name: 'metrics_ledger_difference',
    text: `
      select ((select coalesce(sum(balance_kobo), 0) from ledger_snapshots)
            + (select coalesce(sum(amount_kobo), 0) from ledger_deltas))::text as kobo`,
  })
  return Number(rows[0]!.kobo)
}

/** Whether the last attempt of PostgreSQL to archive its write-ahead log failed; false if it archives nothing. */
export async function isArchiveFailing(tx: Tx): Promise<boolean> {
  const { rows } = await tx.$client.query<{ failing: boolean }>({
    name: 'metrics_archive',
    text: `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as failing from pg_stat_archiver`,
  })
  return rows[0]!.failing
}
