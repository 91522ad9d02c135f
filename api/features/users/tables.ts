import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../../database/columns.ts'

export const users = pgTable('users', {
  id: id(),
  email: text().notNull().unique(),
  passwordHash: text().notNull(),
  firstName: text(),
  lastName: text(),
  phone: text(),
  emailVerifiedAt: instant(),
  /** The mode the user last worked in. */
  modeType: text({ enum: ['TEST', 'LIVE'] })
    .notNull()
    .default('TEST'),
  createdAt: instant().notNull().defaultNow(),
})

/** Mailed tokens. Only a hash is kept, so that a copy of the table opens nothing. */
export const emailTokens = pgTable(
  'email_tokens',
  {
    hash: text().primaryKey(),
    purpose: text({ enum: ['verify_email', 'reset_password'] }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('email_tokens_user').on(table.userId)],
)
