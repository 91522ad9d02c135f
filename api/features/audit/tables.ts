import type { AuditAction } from '@adire/contract/audit.ts'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Audit log: what was done, by whom and from where. Append-only. */
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
  },
  (table) => [
    index('audit_events_merchant').on(table.merchantId, ...newestFirst(table)),
    index('audit_events_user').on(table.userId, ...newestFirst(table)),
  ],
)
