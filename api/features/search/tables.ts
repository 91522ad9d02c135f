import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { searchColumn } from '../../database/columns.ts'

/**
 * Search text of each email of a business: the email, and the names and phone numbers used with it in payments, customers,
 * invoices, subscriptions and mandates. Written by triggers of these tables (migration 24), deleted when the customer is erased.
 */
export const searchPersons = pgTable(
  'search_persons',
  {
    merchantId: uuid().notNull(),
    email: searchColumn().notNull(),
    /** Lower case, without accents. Each word follows a space. */
    searchText: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.email] }),
    // For the back office, over all businesses. The list of recent entries, which each search reads from its start to its end, is kept short.
    index('search_persons_text')
      .using('gin', table.merchantId, table.searchText.op('gin_trgm_ops'))
      .with({ gin_pending_list_limit: 512 }),
    // For one business. Each trigram begins with the last two digits of the business, so that a search reads the trigrams of few others (decision 110).
    index('search_persons_trigrams')
      .using('gin', table.merchantId, sql`person_trigrams(merchant_id, search_text) collate "C"`)
      .with({ gin_pending_list_limit: 512 }),
  ],
)
