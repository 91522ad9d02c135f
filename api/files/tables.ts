import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../database/columns.ts'

/** Files that somebody uploaded; their content lies in the file store under the same id. */
export const files = pgTable(
  'files',
  {
    id: id(),
    merchantId: uuid().notNull(),
    purpose: text({ enum: ['logo', 'kyc', 'dispute'] }).notNull(),
    /** As its sender called it: shown, and never used as a path. */
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [index('files_merchant').on(table.merchantId, table.createdAt)],
)
