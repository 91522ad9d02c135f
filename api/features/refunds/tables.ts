import type { RefundReason } from '@adire/contract/refund-form.ts'
import type { RefundStatus } from '@adire/contract/refunds.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** A payment, or a part of it, on its way back to its payer. */
export const refunds = pgTable(
  'refunds',
  {
    merchantId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    paymentId: uuid().notNull(),
    /** Ours, and what the processor knows the refund by. */
    reference: text().notNull(),
    amountKobo: koboColumn().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    payerNote: text(),
    note: text(),
    requestedByKind: text({ enum: ['user', 'api_key', 'system'] }).notNull(),
    requestedBy: text().notNull(),
    /** What was taken for it, and from where; 0 while it waits for money. */
    fromPendingKobo: koboColumn().notNull().default(0),
    fromAvailableKobo: koboColumn().notNull().default(0),
    failureMessage: text(),
    /** The payer's account, where the card takes nothing back. */
    bankId: integer(),
    accountNumber: text(),
    accountName: text(),
    createdAt: instantColumn().notNull(),
    processedAt: instantColumn(),
    /** When to look at it again: to take the money, or to ask the processor. Null while it waits for a person, or has ended. */
    checkAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('refunds_reference').on(table.reference),
    index('refunds_list').on(table.merchantId, ...newestFirst(table)),
    index('refunds_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('refunds_payment').on(table.merchantId, table.paymentId),
    index('refunds_due').on(table.checkAt).where(sql`check_at is not null`),
  ],
)
