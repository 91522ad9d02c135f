import type { BuiltInRole, Permission } from '@adire/contract/permissions.ts'
import type { AfterFailure } from '@adire/contract/plans-schemas.ts'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
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
  /** Days after a failed charge of a subscription on which it is tried again; null for the usual ones. */
  retryDays: integer().array(),
  /** What new plans do after the last retry, unless they say it; null for `cancel`. */
  afterFailure: text().$type<AfterFailure>(),
  logoFileId: uuid(),
  /** Whether its members need a second factor. For both modes, with the test business. */
  secondFactorRequired: boolean().notNull().default(false),
  /** Colour of its buttons and links on payers' pages and in emails, as `#RRGGBB`. */
  brandColor: text(),
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

/** Roles that a business has made for its team, stored with the test business. */
export const customRoles = pgTable(
  'custom_roles',
  {
    id: idColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    name: text().notNull(),
    permissions: jsonb().$type<Permission[]>().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [uniqueIndex('custom_roles_name').on(table.merchantId, sql`lower(${table.name})`)],
)

/** Users who may act for a business, and their role. A member of a test business is a member of its live business, too, in the same role. */
export const memberships = pgTable(
  'memberships',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    role: text().$type<BuiltInRole>(),
    /** Set instead of `role` for a role that the business has made. */
    customRoleId: uuid().references(() => customRoles.id),
    createdAt: instantColumn().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.merchantId] }),
    index('memberships_merchant').on(table.merchantId),
    uniqueIndex('memberships_owner').on(table.merchantId).where(sql`role = 'owner'`),
    index('memberships_custom_role').on(table.customRoleId).where(sql`custom_role_id is not null`),
    check('memberships_one_role', sql`num_nonnulls(role, custom_role_id) = 1`),
  ],
)
