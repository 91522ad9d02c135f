import type { CustomField } from '@adire/contract/custom-fields.ts'
import { sql } from 'drizzle-orm'
import { bigint, boolean, date, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { merchants } from '../merchants/tables.ts'

export const paymentLinks = pgTable(
  'payment_links',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: uuid().notNull().default(sql`uuidv7()`),
    /** The address of the hosted page, from the first name. It never changes, so that what was shared keeps working. */
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** The plan its page subscribes to; it then has no amount of its own. */
    planId: uuid(),
    description: text(),
    /** Null where the payer chooses. */
    amountKobo: koboColumn(),
    /** The least a payer may choose. */
    minimumKobo: koboColumn(),
    feeBearer: text({ enum: ['merchant', 'customer'] }).notNull(),
    customFields: jsonb().$type<CustomField[]>().notNull().default([]),
    collectPhone: boolean().notNull().default(false),
    expiresAt: instantColumn(),
    paymentLimit: integer(),
    redirectUrl: text(),
    successMessage: text(),
    notificationEmail: text(),
    /** By what its payments are shared. */
    splitId: uuid(),
    /** What an archived link's page says. */
    closedMessage: text(),
    /** Published is `active`; an archived link is kept for its payments and shown nowhere. */
    status: text({ enum: ['active', 'inactive', 'archived'] }).notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('payment_links_list').on(table.merchantId, ...newestFirst(table)),
    index('payment_links_plan').on(table.merchantId, table.planId).where(sql`plan_id is not null`),
  ],
)

/** How often each page was looked at, by Lagos day. Counted apart from the looking, so at most a few seconds behind. */
export const paymentLinkViews = pgTable(
  'payment_link_views',
  {
    merchantId: uuid().notNull(),
    paymentLinkId: uuid().notNull(),
    day: date({ mode: 'string' }).notNull(),
    views: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.paymentLinkId, table.day] })],
)
