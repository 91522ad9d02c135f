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
    /** When its tokens were last renewed. */
    lastSeenAt: instant().notNull().defaultNow(),
    /** When its holder last proved who that is; counts for five minutes. */
    confirmedAt: instant(),
    endedAt: instant(),
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

/** Tries of the last minutes at what must not be tried often, counted by what is tried and who tries. */
export const attempts = pgTable('attempts', { id: id(), key: text().notNull(), at: instant().notNull() }, (table) => [
  index('attempts_key').on(table.key, table.at),
  index('attempts_at').on(table.at),
])
