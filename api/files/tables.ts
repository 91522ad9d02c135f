import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../database/columns.ts'

/** Files that somebody uploaded; their content lies in the file store under the same id. */
export const files = pgTable(
  'files',
  {
    id: idColumn(),
    merchantId: uuid().notNull(),
    purpose: text({ enum: ['logo', 'kyc', 'dispute'] }).notNull(),
    /** As its sender called it: shown, and never used as a path. */
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [index('files_merchant').on(table.merchantId, table.createdAt)],
)

/** Which keys this database is used with: a hash of each, by the name of its variable. */
export const keyFingerprints = pgTable('key_fingerprints', {
  name: text({ enum: ['SIGNING_KEY', 'SEALING_KEY'] }).primaryKey(),
  fingerprint: text().notNull(),
})
