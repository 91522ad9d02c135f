import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../database/columns.ts'

/** Work promised by a committed transaction and not yet handed to the queue. */
export const outbox = pgTable(
  'outbox',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    job: text().notNull(),
    payload: jsonb().notNull(),
    /** Two promises with the same key are one. */
    key: text(),
    /** The business the work is for, whose time `runAt` is then in. */
    merchantId: uuid(),
    runAt: instantColumn().notNull().default(sql`'-infinity'`),
    /** A job without a time of its own is due from here on. */
    createdAt: instantColumn().notNull().default(sql`now()`),
  },
  (table) => [
    index('outbox_due').on(table.runAt, table.id),
    index('outbox_of_business').on(table.merchantId, table.runAt, table.id).where(sql`merchant_id is not null`),
  ],
)

/**
 * Jobs that nobody works on any more: `quarantined` could not be handed to the queue, `dead` failed at its last attempt. They wait
 * here for the operator, who retries or discards them; who did, and when, stays for a while.
 */
export const failedJobs = pgTable(
  'failed_jobs',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    state: text().$type<'quarantined' | 'dead'>().notNull(),
    job: text().notNull(),
    payload: jsonb().notNull(),
    /** Equal jobs are one. */
    key: text(),
    merchantId: uuid(),
    /** How often it was attempted; of a job that runs by itself, in all its runs since it first died. */
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

/** One row: when the operator may next be mailed about jobs, and up to which of them was told. */
export const jobAlerts = pgTable('job_alerts', {
  id: integer().primaryKey(),
  nextAt: instantColumn().notNull(),
  alertedUpTo: bigint({ mode: 'number' }).notNull(),
})
