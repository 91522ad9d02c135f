import { pgTable, uuid } from 'drizzle-orm/pg-core'
import { instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'
import { staff } from '../staff/tables.ts'

/** Businesses that a reviewer works on: until `expiresAt`, nobody else decides about them. */
export const reviewClaims = pgTable('review_claims', {
  merchantId: uuid()
    .primaryKey()
    .references(() => merchants.id),
  staffId: uuid()
    .notNull()
    .references(() => staff.id),
  expiresAt: instantColumn().notNull(),
})
