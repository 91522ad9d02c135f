import type { Charge } from '@adire/contract/charges.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instantColumn, koboColumn, searchColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** One amount asked of one payer. What became of it is what became of its payments. */
export const charges = pgTable(
  'charges',
  {
    merchantId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    /** The business's own name for it, or one that we made. */
    reference: searchColumn().notNull(),
    /** What was asked, so that the same may be asked again. */
    requestHash: text().notNull(),
    /** The address of its page. */
    accessCode: text().notNull().unique(),
    amountKobo: koboColumn().notNull(),
    feeBearer: text().$type<FeeBearer>().notNull(),
    email: searchColumn().notNull(),
    name: text(),
    /** E.164. */
    phone: text(),
    description: text(),
    callbackUrl: text(),
    /** By what its payments are shared. */
    splitId: uuid(),
    channels: jsonb().$type<Charge['channels']>().notNull(),
    metadata: jsonb().$type<Charge['metadata']>().notNull(),
    createdAt: instantColumn().notNull(),
    expiresAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('charges_reference').on(table.merchantId, table.reference),
    // However it is typed.
    index('charges_search').on(table.merchantId, sql`lower(${table.reference})`),
    index('charges_list').on(table.merchantId, ...newestFirst(table)),
    index('charges_email').on(table.merchantId, table.email, ...newestFirst(table)),
  ],
)
