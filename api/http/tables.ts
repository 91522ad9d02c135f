import { index, integer, json, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instantColumn } from '../database/columns.ts'

/** Responses stored under a caller's `Idempotency-Key`: a repeated request gets the stored response and has no second effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Caller and mode: keys of different callers never collide (`keyOwner`). */
    owner: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null until the request has a response. */
    status: integer(),
    /** As text, so that a repeated request gets the fields in the same order. */
    body: json(),
    /** What the request created, stored in the transaction that created it, so that a repeated request can resume it. */
    made: jsonb(),
    /** Lease of the running request; null if it was interrupted or has finished. */
    runningUntil: instantColumn(),
    startedAt: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] }), index('idempotency_keys_started').on(table.startedAt)],
)

/**
 * Requests of busy callers in a window of ten seconds, added up by all processes. Not logged: a crash may lose it. `caller` is a hash.
 */
export const requestCounts = pgTable(
  'request_counts',
  {
    caller: text().notNull(),
    /** Number of the window since 1970. */
    timeWindow: integer().notNull(),
    requests: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.caller, table.timeWindow] }),
    index('request_counts_window').on(table.timeWindow),
  ],
)
