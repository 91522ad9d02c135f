import { pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { users } from '../auth/tables.ts'
import { merchants } from '../merchants/tables.ts'

/** List filters that a user has saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    list: text({ enum: ['transactions'] }).notNull(),
    name: text().notNull(),
    query: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('saved_views_name').on(table.merchantId, table.userId, table.list, table.name),
  ],
)
