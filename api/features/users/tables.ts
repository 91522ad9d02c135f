import type { NotificationPreferences } from '@adire/contract/users.ts'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'

export const users = pgTable('users', {
  id: idColumn(),
  email: text().notNull().unique(),
  passwordHash: text().notNull(),
  firstName: text(),
  lastName: text(),
  phone: text(),
  emailVerifiedAt: instantColumn(),
  /** The last mode the user worked in. */
  modeType: text({ enum: ['TEST', 'LIVE'] })
    .notNull()
    .default('TEST'),
  /** The secret of the authenticator app, sealed. Not in use until its first right code. */
  totpSecret: text(),
  totpEnabledAt: instantColumn(),
  /** The last 30-second step whose code was accepted: no code works twice. */
  totpStep: bigint({ mode: 'number' }),
  notificationPreferences: jsonb().$type<NotificationPreferences>(),
  createdAt: instantColumn().notNull().defaultNow(),
})

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
  (table) => [index('email_tokens_user').on(table.userId)],
)

/** Recovery codes, which replace a lost authenticator app. Each works once; only hashes are stored. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)
