import type { AuditAction } from '@adire/contract/audit.ts'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** The chain that an event belongs to: that of its business, of its user, or of the product. */
export const chainOfEvent = sql<string>`coalesce(merchant_id, user_id, '00000000-0000-0000-0000-000000000000')`

/** Audit log: what was done, by whom and from where. Append-only; `chain.ts` links the events so that a later change is detected. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: idColumn(),
    /** The business of the event; null if it concerns only a user's account. */
    merchantId: uuid(),
    /** The user who acted, or whose account the event concerns. */
    userId: uuid(),
    actorKind: text({ enum: ['user', 'api_key', 'operator', 'system'] }).notNull(),
    actorName: text().notNull(),
    action: text().$type<AuditAction>().notNull(),
    object: text(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    ip: text(),
    userAgent: text(),
    requestId: text(),
    createdAt: instantColumn().notNull(),
    /** Place in its chain, from 1. Null until the job `link-audit-events` has linked it, as a rule within a minute. */
    position: integer(),
    /** SHA-256 of the event, its place and the hash before it. */
    hash: text(),
  },
  (table) => [
    uniqueIndex('audit_events_position').on(chainOfEvent, table.position).where(sql`position is not null`),
    index('audit_events_unlinked').on(table.id).where(sql`position is null`),
    index('audit_events_merchant').on(table.merchantId, ...newestFirst(table)),
    index('audit_events_user').on(table.userId, ...newestFirst(table)),
  ],
)

/** The last link of each chain of the audit log, so that missing events at its end are detected. */
export const auditChains = pgTable('audit_chains', {
  id: uuid().primaryKey(),
  length: integer().notNull(),
  /** Hash of the event at position `length`. */
  hash: text().notNull(),
})
