import type { RefundReason, RefundStatus } from '@adire/contract/refunds-schemas.ts'
import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn, metadataColumn, metadataIndex } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Refund of a payment, full or partial. */
export const refunds = pgTable(
  'refunds',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    paymentId: uuid().notNull(),
    /** Our reference; the processor knows the refund by it. */
    reference: text().notNull(),
    amountKobo: koboColumn().notNull(),
    status: text().$type<RefundStatus>().notNull(),
    reason: text().$type<RefundReason>().notNull(),
    payerNote: text(),
    note: text(),
    metadata: metadataColumn(),
    requestedByKind: text({ enum: ['user', 'api_key', 'system'] }).notNull(),
    requestedBy: text().notNull(),
    /** Amounts taken for it, by account; 0 while it waits for money. */
    fromPendingKobo: koboColumn().notNull().default(0),
    fromAvailableKobo: koboColumn().notNull().default(0),
    failureMessage: text(),
    /** The payer's bank account, if the card does not accept refunds. */
    bankId: integer(),
    accountNumber: text(),
    accountName: text(),
    createdAt: instantColumn().notNull(),
    processedAt: instantColumn(),
    /** When the processor was found to have paid it, although it had failed: since then its money is taken a second time. */
    paidLateAt: instantColumn(),
    /** When the last request was sent to the processor. No other is sent while it may still arrive. Null after an answer. */
    sentAt: instantColumn(),
    /** Next check: to take the money, or to query the processor. Null while the processor waits for an account, or after the end. */
    checkAt: instantColumn(),
    checks: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('refunds_reference_key').on(table.reference, table.merchantId),
    index('refunds_list').on(table.merchantId, ...newestFirst(table)),
    index('refunds_status').on(table.merchantId, table.status, ...newestFirst(table)),
    index('refunds_payment').on(table.merchantId, table.paymentId),
    index('refunds_created').on(table.createdAt),
    metadataIndex('refunds_metadata', table),
    index('refunds_due').on(table.checkAt).where(sql`check_at is not null`),
  ],
)
