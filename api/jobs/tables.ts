import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../database/columns.ts'

/** Outbox messages: jobs of committed transactions that are not in the queue yet. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    job: text().notNull(),
    payload: jsonb().notNull(),
    /** Deduplication key: of several jobs with the same key one runs. */
    key: text(),
    /** The business whose clock `runAt` and the job use. */
    merchantId: uuid(),
    runAt: instantColumn().notNull().default(sql`'-infinity'`),
    /** A job without `runAt` is due from this time. */
    createdAt: instantColumn().notNull().default(sql`now()`),
  },
  (table) => [
    index('outbox_due').on(table.runAt, table.id),
    index('outbox_of_business').on(table.merchantId, table.runAt, table.id).where(sql`merchant_id is not null`),
  ],
)

/**
 * Failed jobs: `quarantined` ones could not be moved to the queue, `dead` ones failed at their last attempt. They wait for
 * the operator, who retries or discards them; resolved rows are kept for 90 days.
 */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    state: text().$type<'quarantined' | 'dead'>().notNull(),
    job: text().notNull(),
    payload: jsonb().notNull(),
    /** Deduplication key, unique among unresolved jobs. */
    key: text(),
    merchantId: uuid(),
    /** Number of attempts; for a recurring job the sum of all its runs since it first died. */
    attempts: integer().notNull(),
    error: text().notNull(),
    failedAt: instantColumn().notNull(),
    resolution: text().$type<'retried' | 'discarded'>(),
    resolvedBy: text(),
    resolvedAt: instantColumn(),
  },
  (table) => [
    uniqueIndex('failed_jobs_open').on(table.state, table.job, table.key).where(sql`resolved_at is null`),
    index('failed_jobs_resolved').on(table.resolvedAt).where(sql`resolved_at is not null`),
  ],
)

/** Single row: when the operator may next get an email about jobs, and the last failed job they were told about. */
export const jobAlerts = pgTable('job_alerts', {
  id: integer().primaryKey(),
  nextAt: instantColumn().notNull(),
  alertedUpTo: bigint({ mode: 'number' }).notNull(),
})
