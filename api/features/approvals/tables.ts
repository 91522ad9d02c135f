import type { ApprovalAction, ApprovalEffect, ApprovalStatus } from '@adire/contract/approvals-schemas.ts'
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { apiKeys } from '../api-keys/tables.ts'
import { users } from '../auth/tables.ts'
import { merchants } from '../merchants/tables.ts'

/** What needs an approval, stored with the test business: both modes share it, as they share the team. No row: nothing does. */
export const approvalRules = pgTable('approval_rules', {
  merchantId: uuid()
    .primaryKey()
    .references(() => merchants.id),
  refunds: boolean().notNull(),
  refundLimitKobo: koboColumn().notNull(),
  bankAccounts: boolean().notNull(),
  recipients: boolean().notNull(),
  apiKeys: boolean().notNull(),
  team: boolean().notNull(),
  goLive: boolean().notNull(),
  updatedAt: instantColumn().notNull(),
})

const isOpen = sql`status in ('waiting', 'approved')`

/** Actions that wait for a second person, or did. `input` is the validated input of the endpoint; it never has a secret. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    action: text().$type<ApprovalAction>().notNull(),
    status: text().$type<ApprovalStatus>().notNull(),
    title: text().notNull(),
    subjectId: uuid(),
    effects: jsonb().$type<ApprovalEffect[]>().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    inputHash: text().notNull(),
    /** Ids of the persons who count as requester (`TwoPersonRequest`). */
    requesters: jsonb().$type<string[]>().notNull(),
    /** One of the two is set. */
    requestedByUserId: uuid().references(() => users.id),
    requestedByKeyId: uuid(),
    requestedBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    /** In business clock time, as `createdAt` and `decidedAt`. */
    expiresAt: instantColumn().notNull(),
    decidedByUserId: uuid().references(() => users.id),
    decidedBy: text(),
    decidedAt: instantColumn(),
    comment: text(),
    failureReason: text(),
    resultId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      name: 'approval_requests_key',
      columns: [table.merchantId, table.requestedByKeyId],
      foreignColumns: [apiKeys.merchantId, apiKeys.id],
    }),
    index('approval_requests_list').on(table.merchantId, ...newestFirst(table)),
    index('approval_requests_open')
      .on(table.merchantId, ...newestFirst(table))
      .where(isOpen),
    index('approval_requests_subject').on(table.merchantId, table.subjectId),
    index('approval_requests_due').on(table.expiresAt).where(isOpen),
    // The same person asks for the same only once at a time.
    uniqueIndex('approval_requests_once')
      .on(table.merchantId, table.action, table.inputHash, table.requestedByUserId)
      .where(sql`status = 'waiting' and requested_by_user_id is not null`),
  ],
)
