import type { Channel } from '@adire/contract/channels/channels.ts'
import type { FeeBearer } from '@adire/contract/fields.ts'
import { sql } from 'drizzle-orm'
import { check, date, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/**
 * Prices that were agreed with a business, by channel and Lagos day. Days without one have the published price. No two
 * prices of a channel share a day (`prices_no_overlap`, an exclusion constraint of the migration). A price that has
 * applied is only changed by setting its last day.
 */
export const prices = pgTable(
  'prices',
  {
    /** The test business; its live business has the same prices. */
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    id: idInKeyColumn(),
    channel: text().$type<Channel>().notNull(),
    startsOn: date({ mode: 'string' }).notNull(),
    /** Last day, included. Null: no end. */
    endsOn: date({ mode: 'string' }),
    bps: integer().notNull(),
    flatKobo: koboColumn().notNull(),
    waiveFlatBelowKobo: koboColumn().notNull(),
    capKobo: koboColumn(),
    feeBearer: text().$type<FeeBearer>().notNull(),
    createdAt: instantColumn().notNull(),
    /** Name of the operator. */
    createdBy: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    check(
      'prices_bounds',
      sql`bps between 0 and 10000 and flat_kobo >= 0 and waive_flat_below_kobo >= 0 and cap_kobo >= 0`,
    ),
    check('prices_days', sql`ends_on >= starts_on`),
  ],
)
