import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Where each thing we must know about a business stands. */
export const kycItems = pgTable(
  'kyc_items',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    type: text().notNull(),
    status: text({
      enum: [
        'PENDING_MERCHANT_SUBMISSION',
        'PENDING_REVIEW',
        'PENDING_MERCHANT_RESUBMISSION',
        'APPROVED',
        'REJECTED',
        'EXPIRED',
      ],
    }).notNull(),
    reason: text(),
    submittedAt: instantColumn(),
    reviewedAt: instantColumn(),
    /** Who decided: an operator's name, or the sandbox. */
    reviewedBy: text(),
    /** The number, or the people, that were submitted; sealed. */
    sealed: text(),
    /** What may be shown of it: the last three digits, the name of a file. */
    submitted: text(),
    fileId: uuid(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.type] })],
)
