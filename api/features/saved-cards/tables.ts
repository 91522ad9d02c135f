import { sql } from 'drizzle-orm'
import { boolean, index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Processor } from '../../connectors/processors.ts'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'

/** Saved cards for charges without the payer: the processor's token, encrypted, and the details that a person recognises. */
export const savedCards = pgTable(
  'saved_cards',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    customerId: uuid().notNull(),
    /** Processor that gave the token. */
    processor: text().$type<Processor>().notNull(),
    sealedToken: text().notNull(),
    brand: text().notNull(),
    bin: text().notNull(),
    last4: text().notNull(),
    expiryMonth: smallint().notNull(),
    expiryYear: smallint().notNull(),
    /** Whether the merchant's server may charge it. The card of a subscription is charged by the subscription only. */
    isReusable: boolean().notNull().default(false),
    /** Text that the payer agreed to, word for word. A subscription has its own. */
    consentText: text(),
    /** Whether that text covers regular charges for a plan. Cards saved before the text named plans do not. */
    coversSubscriptions: boolean().notNull().default(false),
    /** When to warn the payer that the card expires: the first of the month before. Null once warned or replaced. */
    warnAt: instantColumn(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('saved_cards_customer').on(table.merchantId, table.customerId),
    index('saved_cards_list')
      .on(table.merchantId, ...newestFirst(table))
      .where(sql`is_reusable`),
    // A card that a customer saves again is the same saved card.
    uniqueIndex('saved_cards_same')
      .on(table.merchantId, table.customerId, table.bin, table.last4, table.expiryMonth, table.expiryYear)
      .where(sql`is_reusable`),
    index('saved_cards_expiring').on(table.warnAt).where(sql`warn_at is not null`),
    index('saved_cards_expiring_of_merchant').on(table.merchantId, table.warnAt).where(sql`warn_at is not null`),
  ],
)
