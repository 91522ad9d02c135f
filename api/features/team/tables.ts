import type { BuiltInRole } from '@adire/contract/permissions.ts'
import { sql } from 'drizzle-orm'
import { check, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../auth/tables.ts'
import { customRoles, merchants } from '../merchants/tables.ts'

/** Invitations to the team of a business, stored with the test business. Of the link only a hash is stored. */
export const invitations = pgTable(
  'invitations',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    email: text().notNull(),
    role: text().$type<BuiltInRole>(),
    customRoleId: uuid().references(() => customRoles.id),
    invitedBy: uuid()
      .notNull()
      .references(() => users.id),
    /** Hash of the token in the newest email. Older links no longer work. Null until the first email. */
    tokenHash: text(),
    createdAt: instantColumn().notNull(),
    /** When the newest email was requested. */
    sentAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    acceptedAt: instantColumn(),
    revokedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('invitations_token_key').on(table.tokenHash, table.merchantId),
    uniqueIndex('invitations_open')
      .on(table.merchantId, table.email)
      .where(sql`accepted_at is null and revoked_at is null`),
    check('invitations_one_role', sql`num_nonnulls(role, custom_role_id) = 1`),
  ],
)
