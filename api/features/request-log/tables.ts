import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, searchColumn } from '../../database/columns.ts'

/**
 * Log of API requests with secret keys. Written in batches once a second: a process that is killed loses entries not written
 * yet. No foreign keys, so that writing it waits for no lock.
 */
export const requestLog = pgTable(
  'request_log',
  {
    merchantId: uuid().notNull(),
    /** UUID made of `createdAt` and random bits, so both contain the same instant. */
    id: uuid().notNull(),
    createdAt: instantColumn().notNull(),
    method: text().notNull(),
    path: searchColumn().notNull(),
    query: text(),
    status: smallint().notNull(),
    ms: integer().notNull(),
    requestId: uuid().notNull(),
    last4: text().notNull(),
    ip: text(),
    userAgent: text(),
    request: text(),
    response: text(),
  },
  // Read backwards it is the list, newest first. The only index, because every request would pay for another one.
  (table) => [primaryKey({ columns: [table.merchantId, table.createdAt, table.id] })],
)
