import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../database/columns.ts'

/** Uploaded files; their content is in the file store under the same id. */
export const files = pgTable(
  'files',
  {
    id: idColumn(),
    merchantId: uuid().notNull(),
    purpose: text({ enum: ['logo', 'payment_link', 'kyc', 'dispute'] }).notNull(),
    /** The uploaded name, for display; never used as a path. */
    name: text().notNull(),
    contentType: text().notNull(),
    bytes: integer().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [index('files_merchant').on(table.merchantId, table.createdAt)],
)

/** Fingerprints of the keys that this database is used with, by the name of their variable. */
export const keyFingerprints = pgTable('key_fingerprints', {
  name: text({ enum: ['SIGNING_KEY', 'SEALING_KEY'] }).primaryKey(),
  fingerprint: text().notNull(),
})
