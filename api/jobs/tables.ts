import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

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
    runAt: instant().notNull().default(sql`'-infinity'`),
  },
  (table) => [
    index('outbox_due').on(table.runAt, table.id),
    index('outbox_of_business').on(table.merchantId, table.runAt, table.id).where(sql`merchant_id is not null`),
  ],
)
