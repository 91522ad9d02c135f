import { pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/** Notes of the staff about a business, which the business never sees. Append-only. */
export const staffNotes = pgTable(
  'staff_notes',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    text: text().notNull(),
    author: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.merchantId, table.id] })],
)
