import type { Permission } from '@adire/contract/permissions.ts'
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../auth/tables.ts'
import { merchants } from '../merchants/tables.ts'

/** API keys of a business. Of a secret key only a hash is stored, and the last four characters to recognize it by. */
export const apiKeys = pgTable(
  'api_keys',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    kind: text({ enum: ['public', 'secret'] }).notNull(),
    hash: text().notNull(),
    /** Displayed text: a public key in full, a secret key as `sk_test_…a1b2`. */
    display: text().notNull(),
    /** What the business calls it. Null for the first keys of a business, which have no name. */
    name: text(),
    /** What a restricted secret key may do. Null for a key that may do everything that keys can do. */
    permissions: jsonb().$type<Permission[]>(),
    /** IP addresses and networks (CIDR) that may use it. Null for all. */
    networks: jsonb().$type<string[]>(),
    /** The member who has seen the secret when it was created. Null for keys of before this was recorded. */
    createdBy: uuid().references(() => users.id),
    createdAt: instantColumn().notNull(),
    lastUsedAt: instantColumn(),
    /** When a rotated or revoked key stops working. */
    expiresAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('api_keys_hash_key').on(table.hash, table.merchantId),
    index('api_keys_merchant').on(table.merchantId, table.createdAt),
  ],
)
