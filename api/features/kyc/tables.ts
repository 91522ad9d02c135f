import { bvnOutcomes, kycStatuses } from '@adire/contract/kyc.ts'
import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** KYC items of a business, with their status. */
export const kycItems = pgTable(
  'kyc_items',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    type: text().notNull(),
    status: text({ enum: kycStatuses }).notNull(),
    reason: text(),
    submittedAt: instantColumn(),
    reviewedAt: instantColumn(),
    /** Name of the reviewer: an operator, or the sandbox. */
    reviewedBy: text(),
    /** The submitted number or directors, sealed. */
    sealed: text(),
    /** For the BVN, sealed: the details of the owner, and what the register answered. Null for one submitted before they were asked for. */
    sealedOwner: text(),
    /** For the BVN: the answer of the register about the owner. */
    registry: text({ enum: bvnOutcomes }),
    /** The part of the submission that may be shown: the last three digits of a number, the name of a file. */
    submitted: text(),
    fileId: uuid(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.type] }),
    index('kyc_items_status').on(table.status, table.submittedAt).where(sql`status <> 'APPROVED'`),
  ],
)
