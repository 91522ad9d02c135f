import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../auth/tables.ts'

/**
 * A registration whose email is not verified yet. Its link verifies only this registration, so that somebody else's
 * registration of the same email never becomes the owner's account.
 */
export const registrations = pgTable(
  'registrations',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    passwordHash: text().notNull(),
    businessName: text().notNull(),
    countryId: integer().notNull(),
    /** Device the registration was made from, shown in the email. */
    device: text().notNull(),
    ip: text(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [index('registrations_user').on(table.userId, table.createdAt)],
)

/** Emailed tokens. Only hashes are stored, so that a copy of the table gives no access. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** For a `verify_email` token: the registration it verifies. */
    registrationId: uuid().references(() => registrations.id, { onDelete: 'set null' }),
    expiresAt: instantColumn().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [index('email_tokens_user').on(table.userId), index('email_tokens_expiry').on(table.expiresAt)],
)
