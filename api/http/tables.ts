import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/** Answers kept under a caller's `Idempotency-Key`, so that a repeated request repeats its answer and not its effect. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** Who sent it, in which mode: keys of different callers never meet. */
    owner: text().notNull(),
    key: text().notNull(),
    requestHash: text().notNull(),
    /** Null while the request runs. */
    status: integer(),
    body: jsonb(),
    startedAt: instant().notNull(),
  },
  (table) => [primaryKey({ columns: [table.owner, table.key] })],
)
