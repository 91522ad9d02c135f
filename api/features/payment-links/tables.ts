import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, kobo } from '../../database/columns.ts'
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
    description: text(),
    /** Null where the payer chooses. */
    amountKobo: kobo(),
    feeBearer: text({ enum: ['merchant', 'customer'] }).notNull(),
    /** Published is `active`; an archived link is kept for its payments and shown nowhere. */
    status: text({ enum: ['active', 'inactive', 'archived'] }).notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('payment_links_list').on(table.merchantId, ...newestFirst(table)),
  ],
)
