import type { CustomField } from '@adire/contract/custom-fields-schemas.ts'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn, metadataColumn, metadataIndex } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { sortText } from '../../database/sort-text.ts'
import { merchants } from '../merchants/tables.ts'

/** SQL by which links are sorted by name. */
export const linkNameExpression = sortText('name')

export const paymentLinks = pgTable(
  'payment_links',
  {
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    /** URL slug of the hosted page, from the first name. It never changes, so that shared URLs keep working. */
    slug: text().notNull(),
    name: text().notNull(),
    /** Plan that the page signs payers up for; the link then has no amount. */
    planId: uuid(),
    description: text(),
    /** Null: the payer chooses the amount. */
    amountKobo: koboColumn(),
    /** Minimum amount that a payer can choose. */
    minimumKobo: koboColumn(),
    feeBearer: text({ enum: ['merchant', 'customer'] }).notNull(),
    customFields: jsonb().$type<CustomField[]>().notNull().default([]),
    collectPhone: boolean().notNull().default(false),
    expiresAt: instantColumn(),
    /** Most payments; with `quantity`, most units. */
    paymentLimit: integer(),
    /** Units that a payer may choose; `amountKobo` is then the price of one. */
    quantity: jsonb().$type<{ minimum: number; maximum: number }>(),
    redirectUrl: text(),
    successMessage: text(),
    notificationEmail: text(),
    /** Split of the link's payments. */
    splitId: uuid(),
    pictureFileId: uuid(),
    pictureAltText: text(),
    metadata: metadataColumn(),
    /** Message shown on the page after the link is archived. */
    closedMessage: text(),
    /** `active` is published. An archived link is kept for its payments and is not listed. */
    status: text({ enum: ['active', 'inactive', 'archived'] }).notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    uniqueIndex('payment_links_slug_key').on(table.slug, table.merchantId),
    index('payment_links_name').on(table.merchantId, sql.raw(linkNameExpression), table.id),
    index('payment_links_list').on(table.merchantId, ...newestFirst(table)),
    metadataIndex('payment_links_metadata', table),
    index('payment_links_plan').on(table.merchantId, table.planId).where(sql`plan_id is not null`),
  ],
)

/** Page views per link and Lagos day. Written in batches, so a few seconds behind. */
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
