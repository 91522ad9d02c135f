import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../auth/tables.ts'

/** A business in one mode. Going live creates a second row. All other data belongs to one of the two. */
export const merchants = pgTable('merchants', {
  id: idColumn(),
  mode: text({ enum: ['TEST', 'LIVE'] }).notNull(),
  merchantCode: text().notNull().unique(),
  businessName: text().notNull(),
  businessDescription: text(),
  businessPhone: text(),
  businessEmail: text().notNull(),
  supportEmail: text(),
  chargebackEmail: text(),
  businessTypeId: integer(),
  categoryId: integer(),
  countryId: integer().notNull(),
  stateId: integer(),
  city: text(),
  postalCode: text(),
  streetAddress: text(),
  registrationNumber: text(),
  taxId: text(),
  feeBearer: text({ enum: ['merchant', 'customer'] })
    .notNull()
    .default('merchant'),
  logoFileId: uuid(),
  /** For a live business: the test business it was created from. */
  testMerchantId: uuid().unique(),
  createdAt: instantColumn().notNull().defaultNow(),
})

/** Go-live request of a test business and its review. */
export const goLiveRequests = pgTable('go_live_requests', {
  merchantId: uuid()
    .primaryKey()
    .references(() => merchants.id),
  status: text({ enum: ['not_requested', 'pending_review', 'approved', 'suspended', 'closed'] }).notNull(),
  reason: text(),
  requestedAt: instantColumn(),
  reviewedAt: instantColumn(),
  reviewedBy: text(),
})

/** Users who may act for a business. */
export const memberships = pgTable(
  'memberships',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    createdAt: instantColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.merchantId] }),
    index('memberships_merchant').on(table.merchantId),
  ],
)
