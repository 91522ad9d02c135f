import { sql } from 'drizzle-orm'
import { pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../database/columns.ts'

/** Who has paid a merchant, by e-mail address. */
export const customers = pgTable(
  'customers',
  {
    merchantId: uuid().notNull(),
    id: uuid().notNull().default(sql`uuidv7()`),
    email: text().notNull(),
    name: text(),
    firstPaidAt: instant().notNull(),
    lastPaidAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('customers_email').on(table.merchantId, table.email),
  ],
)
