import type { AuditAction } from '@adire/contract/audit.ts'
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** What was done, by whom and from where. Rows are only ever added. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: idColumn(),
    /** The business it was done to, or null for what concerns only a user's account. */
    merchantId: uuid(),
    /** The user it concerns, or who did it. */
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
