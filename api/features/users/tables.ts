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
  /** The mode the user last worked in. */
  modeType: text({ enum: ['TEST', 'LIVE'] })
    .notNull()
    .default('TEST'),
  /** The secret of the authenticator app, sealed; it counts once its first code was right. */
  totpSecret: text(),
  totpEnabledAt: instantColumn(),
  /** The last 30 seconds whose code was taken: no code works twice. */
  totpStep: bigint({ mode: 'number' }),
  notificationPreferences: jsonb().$type<NotificationPreferences>(),
  createdAt: instantColumn().notNull().defaultNow(),
})

/**
 * A registration of an email address that nobody has confirmed yet. Its link confirms this one and no other, so that
 * somebody else's registration of the same address never becomes the owner's account.
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
    /** From where it was made, for the email. */
    device: text().notNull(),
    ip: text(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [index('registrations_user').on(table.userId, table.createdAt)],
)

/** Mailed tokens. Only a hash is kept, so that a copy of the table opens nothing. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** Of a token that verifies an address: which registration of it. */
    registrationId: uuid().references(() => registrations.id, { onDelete: 'set null' }),
    expiresAt: instantColumn().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [index('email_tokens_user').on(table.userId)],
)

/** Codes that stand in for an authenticator app that was lost. Each works once; only hashes are kept. */
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
