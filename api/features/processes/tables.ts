import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'

/** Processes of the product that run, or ran a short time ago. Each reports itself. */
export const processes = pgTable(
  'processes',
  {
    id: idColumn(),
    host: text().notNull(),
    pid: integer().notNull(),
    version: text().notNull(),
    /** Servers that it runs (`SERVERS`). */
    servers: text().array().notNull(),
    startedAt: instantColumn().notNull(),
    seenAt: instantColumn().notNull(),
  },
  (table) => [index('processes_seen').on(table.seenAt)],
)
