import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../users/tables.ts'

/** A signed-in device: the family of refresh tokens that began with one sign-in. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instantColumn().notNull().defaultNow(),
    ip: text(),
    userAgent: text(),
    /** When its tokens were last renewed. */
    lastSeenAt: instantColumn().notNull().defaultNow(),
    /** When the user last confirmed their identity; valid for five minutes. */
    confirmedAt: instantColumn(),
    endedAt: instantColumn(),
    endReason: text({
      enum: [
        'signed_out',
        'signed_out_elsewhere',
        'reused_token',
        'password_reset',
        'password_changed',
        'two_factor_removed',
      ],
    }),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Refresh tokens by hash. Reuse of a used token ends its session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    expiresAt: instantColumn().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId)],
)

/** Recent attempts at rate-limited actions. The key names the action and who attempts it (account, network or both). */
export const rateLimitAttempts = pgTable(
  'rate_limit_attempts',
  { id: idColumn(), key: text().notNull(), at: instantColumn().notNull() },
  (table) => [index('rate_limit_attempts_key').on(table.key, table.at), index('rate_limit_attempts_at').on(table.at)],
)
