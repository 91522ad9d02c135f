import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '../../database/columns.ts'
import { users } from '../users/tables.ts'

/** A signed-in device: the family of refresh tokens that began with one sign-in. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull().defaultNow(),
    ip: text(),
    userAgent: text(),
    endedAt: instant(),
    endReason: text({ enum: ['signed_out', 'reused_token', 'password_reset'] }),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Refresh tokens by their hash. A token that comes back after its use ends its session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Failed sign-ins of the last minutes, counted by account and address. */
export const signInFailures = pgTable(
  'sign_in_failures',
  { id: id(), key: text().notNull(), at: instant().notNull() },
  (table) => [index('sign_in_failures_key').on(table.key, table.at)],
)
