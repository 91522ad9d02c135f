import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../database/columns.ts'

/** Answers kept under a caller's `Idempotency-Key`, so that a repeated request repeats its answer and not its effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who sent it, in which mode: keys of different callers never meet (`keyOwner`). */
    owner: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null until the request has answered. */
    status: integer(),
    body: jsonb(),
    /** What the request created, stored in the transaction that created it: a repeated request resumes it. */
    made: jsonb(),
    /** Until when the request that created it counts as running; null where it broke off or has answered. */
    runningUntil: instantColumn(),
    startedAt: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_keys_started').on(table.startedAt)],
)
