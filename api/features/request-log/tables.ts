import { integer, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, searchColumn } from '../../database/columns.ts'

/**
 * What businesses' own servers asked. Written in batches of the last second: what a process that is killed has not written
 * is lost. No foreign keys, so that writing it waits for nobody.
 */
export const requestLog = pgTable(
  'request_log',
  {
    merchantId: uuid().notNull(),
    /** Made by us, of `createdAt` and chance: the two say the same instant. */
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
  // Read backwards it is the list, newest first. The one index there is: every one would be paid for by every request.
  (table) => [primaryKey({ columns: [table.merchantId, table.createdAt, table.id] })],
)
