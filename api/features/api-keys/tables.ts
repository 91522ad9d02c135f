import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Keys of a business. Of a secret only a hash is kept, and its last four characters to tell it from another. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: idColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    kind: text({ enum: ['public', 'secret'] }).notNull(),
    hash: text().notNull().unique(),
    /** What is shown of it: a public key in full, `sk_test_…a1b2` of a secret. */
    display: text().notNull(),
    createdAt: instantColumn().notNull(),
    lastUsedAt: instantColumn(),
    /** When a key that was rolled, or revoked, stops working. */
    expiresAt: instantColumn(),
  },
  (table) => [index('api_keys_merchant').on(table.merchantId, table.createdAt)],
)
