import type { NotificationPreferences } from '@adire/contract/users-schemas.ts'
import { bigint, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, idInKeyColumn, instantColumn } from '../../database/columns.ts'

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
  (table) => [index('sessions_user').on(table.userId), index('sessions_seen').on(table.lastSeenAt)],
)

/** Refresh tokens by hash. `refresh-tokens.ts` says when the reuse of one ends its session. */
export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    hash: text().primaryKey(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id),
    /** The hash of the token that was exchanged for this one; null after a sign-in. */
    replaces: text(),
    expiresAt: instantColumn().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [index('refresh_tokens_session').on(table.sessionId), index('refresh_tokens_expiry').on(table.expiresAt)],
)

/** Recent attempts at rate-limited actions. The key names the action and who attempts it (account, network or both). */
export const rateLimitAttempts = pgTable(
  'rate_limit_attempts',
  { id: idColumn(), key: text().notNull(), at: instantColumn().notNull() },
  (table) => [index('rate_limit_attempts_key').on(table.key, table.at), index('rate_limit_attempts_at').on(table.at)],
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

/** Views of a dashboard by a person of the provider: read-only, for one business, until they expire. */
export const merchantViews = pgTable(
  'merchant_views',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    /** The owner, as whom the dashboard is read. */
    userId: uuid()
      .notNull()
      .references(() => users.id),
    staffId: uuid().notNull(),
    staffName: text().notNull(),
    /** Hash of the code that opens it, once. */
    codeHash: text().notNull(),
    createdAt: instantColumn().notNull(),
    openedAt: instantColumn(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('merchant_views_code_hash_key').on(table.codeHash, table.merchantId),
    index('merchant_views_expiry').on(table.expiresAt),
  ],
)
