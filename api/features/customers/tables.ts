import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  idInKeyColumn,
  instantColumn,
  koboColumn,
  metadataColumn,
  metadataIndex,
  searchColumn,
} from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { sortText } from '../../database/sort-text.ts'

/** Name as it is shown, or the email of a customer without a name; time of the last payment, first of all without one. */
export const customerSortExpressions = {
  name: sortText("coalesce(first_name || ' ' || last_name, first_name, last_name, email)"),
  lastPaidAt: `coalesce(last_paid_at, '-infinity'::timestamptz)`,
  paidKobo: 'paid_kobo',
}

/** Customers of a merchant by email, added by hand or by a first payment. */
export const customers = pgTable(
  'customers',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    email: searchColumn().notNull(),
    firstName: text(),
    lastName: text(),
    /** E.164. */
    phone: text(),
    status: text({ enum: ['active', 'blacklisted'] })
      .notNull()
      .default('active'),
    blacklistReason: text(),
    metadata: metadataColumn(),
    createdAt: instantColumn().notNull(),
    firstPaidAt: instantColumn(),
    lastPaidAt: instantColumn(),
    /** Sum of the customer's paid payments less what was refunded, without card checks. */
    paidKobo: koboColumn().notNull().default(0),
    erasedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('customers_email').on(table.merchantId, table.email),
    index('customers_list').on(table.merchantId, ...newestFirst(table)),
    index('customers_status').on(table.merchantId, table.status, ...newestFirst(table)),
    metadataIndex('customers_metadata', table),
    index('customers_first_name').on(table.merchantId, sql`lower(first_name) collate "C"`),
    index('customers_shown_name').on(table.merchantId, sql.raw(customerSortExpressions.name), table.id),
    index('customers_last_paid').on(table.merchantId, sql.raw(`(${customerSortExpressions.lastPaidAt})`), table.id),
    index('customers_paid').on(table.merchantId, table.paidKobo, table.id),
    index('customers_last_name').on(table.merchantId, sql`lower(last_name) collate "C"`),
  ],
)

/** Notes of the merchant about a customer. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    merchantId: uuid().notNull(),
    customerId: uuid().notNull(),
    id: idInKeyColumn(),
    text: text().notNull(),
    /** Name of the user who wrote it, as it was then. */
    author: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.customerId, table.id] }),
    foreignKey({ columns: [table.merchantId, table.customerId], foreignColumns: [customers.merchantId, customers.id] }),
  ],
)
