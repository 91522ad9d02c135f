import type { StaffAction } from '@adire/contract/back-office/staff-audit.ts'
import { staffRoles } from '@adire/contract/staff-permissions.ts'
import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { type AuditLog, auditTable, chainTable } from '../audit/tables.ts'

/** People of the provider who work in the back office. Their accounts are apart from those of users. */
export const staff = pgTable('staff', {
  id: idColumn(),
  email: text().notNull().unique(),
  /** Null until the invitation is accepted. */
  name: text(),
  role: text({ enum: staffRoles }).notNull(),
  passwordHash: text(),
  /** The secret of the authenticator app, sealed. Not in use until its first right code. */
  totpSecret: text(),
  totpEnabledAt: instantColumn(),
  /** The last 30-second step whose code was accepted: no code works twice. */
  totpStep: bigint({ mode: 'number' }),
  /** Hash of the token in the link of an open invitation. */
  invitationHash: text().unique('staff_invitation_hash'),
  invitationSentAt: instantColumn(),
  invitationExpiresAt: instantColumn(),
  /** Hash of the token in the link for a new password. */
  resetHash: text().unique('staff_reset_hash'),
  resetExpiresAt: instantColumn(),
  joinedAt: instantColumn(),
  deactivatedAt: instantColumn(),
  createdAt: instantColumn().notNull(),
})

/** Signed-in browsers of the staff. The secret is in a cookie; only its hash is stored. */
export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: idColumn(),
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    secretHash: text().notNull(),
    createdAt: instantColumn().notNull(),
    /** When its access token was last renewed. */
    lastSeenAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    /** When the person last proved the second factor in this session. */
    confirmedAt: instantColumn(),
    ip: text(),
    userAgent: text(),
    endedAt: instantColumn(),
    endReason: text({
      enum: [
        'signed_out',
        'signed_out_elsewhere',
        'password_changed',
        'password_reset',
        'deactivated',
        'second_factor_reset',
        'invited_again',
      ],
    }),
  },
  (table) => [
    uniqueIndex('staff_sessions_secret').on(table.secretHash),
    index('staff_sessions_staff').on(table.staffId, table.lastSeenAt),
    index('staff_sessions_seen').on(table.lastSeenAt),
  ],
)

/** Recovery codes of the staff, as those of users. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    staffId: uuid()
      .notNull()
      .references(() => staff.id),
    hash: text().notNull(),
    usedAt: instantColumn(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
)

/** All events of the staff are one chain. */
const theChain = sql<string>`('00000000-0000-0000-0000-000000000000'::uuid)`

/** The audit log of the staff: who did what in the back office or on the command line. `userId` is the person. */
export const staffEvents = auditTable<StaffAction>('staff_events', theChain)
export const staffEventChains = chainTable('staff_event_chains')

/** The same log for the functions of chains, which do not read the action. */
export const staffLog: AuditLog = {
  events: staffEvents as unknown as AuditLog['events'],
  chains: staffEventChains as unknown as AuditLog['chains'],
  chainOf: theChain,
}
