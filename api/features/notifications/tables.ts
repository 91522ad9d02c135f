import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { users } from '../auth/tables.ts'

/** Dashboard notifications of a user. Purged after 90 days. */
export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    /** The business it is about; null for the user's account, which is shown in every business of the user. */
    merchantId: uuid(),
    kind: text({ enum: ['payment', 'dispute', 'kyc', 'settlement', 'security'] }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    path: text(),
    createdAt: instantColumn().notNull(),
    readAt: instantColumn(),
  },
  (table) => [
    index('notifications_user').on(table.userId, ...newestFirst(table)),
    index('notifications_created').on(table.createdAt),
  ],
)
