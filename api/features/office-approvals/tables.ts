import type { ApprovalEffect, ApprovalStatus } from '@adire/contract/approvals-schemas.ts'
import type { StaffApprovalAction } from '@adire/contract/back-office/approval-actions.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'
import { staff } from '../staff/tables.ts'

/** What needs an approval of another person of the staff: one row, or none as long as nothing does. */
export const staffApprovalRules = pgTable('staff_approval_rules', {
  /** Always true, so that there is one row. */
  isOnly: boolean().primaryKey().default(true),
  prices: boolean().notNull(),
  limits: boolean().notNull(),
  payoutTerms: boolean().notNull(),
  payouts: boolean().notNull(),
  payoutLimitKobo: koboColumn().notNull(),
  risk: boolean().notNull(),
  staff: boolean().notNull(),
  updatedAt: instantColumn().notNull(),
})

const isWaiting = sql`status = 'waiting'`

/** Actions that wait for another person of the staff, or did. `input` is the validated input of the endpoint; it never has a secret. */
export const staffApprovalRequests = pgTable(
  'staff_approval_requests',
  {
    id: idColumn(),
    action: text().$type<StaffApprovalAction>().notNull(),
    status: text().$type<ApprovalStatus>().notNull(),
    title: text().notNull(),
    /** The business that it is about. */
    merchantId: uuid().references(() => merchants.id),
    effects: jsonb().$type<ApprovalEffect[]>().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    inputHash: text().notNull(),
    requestedById: uuid()
      .notNull()
      .references(() => staff.id),
    requestedBy: text().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
    decidedById: uuid().references(() => staff.id),
    decidedBy: text(),
    decidedAt: instantColumn(),
    comment: text(),
    failureReason: text(),
  },
  (table) => [
    index('staff_approval_requests_list').on(...newestFirst(table)),
    index('staff_approval_requests_merchant').on(table.merchantId),
    index('staff_approval_requests_due').on(table.expiresAt).where(isWaiting),
    // The same person asks for the same only once at a time.
    uniqueIndex('staff_approval_requests_once').on(table.action, table.inputHash, table.requestedById).where(isWaiting),
  ],
)
