import { notificationKinds } from '@adire/contract/users.ts'
import { boolean, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { newestFirst } from '../../database/keyset.ts'
import { sessions, users } from '../auth/tables.ts'

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
    kind: text({ enum: notificationKinds }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    path: text(),
    /** It is about a payout to a split recipient, not to the business. */
    isAboutRecipient: boolean().notNull().default(false),
    createdAt: instantColumn().notNull(),
    readAt: instantColumn(),
  },
  (table) => [
    index('notifications_user').on(table.userId, ...newestFirst(table)),
    index('notifications_created').on(table.createdAt),
  ],
)

/** What is emailed to a business together with others of its kind. Deleted when it is sent, at `dueAt`. */
export const digestEntries = pgTable(
  'digest_entries',
  {
    id: idInKeyColumn(),
    merchantId: uuid().notNull(),
    kind: text({ enum: ['subscription', 'mandate', 'kyc'] }).notNull(),
    title: text().notNull(),
    text: text().notNull(),
    path: text().notNull(),
    createdAt: instantColumn().notNull(),
    dueAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('digest_entries_due').on(table.dueAt),
    index('digest_entries_due_of_business').on(table.merchantId, table.dueAt),
  ],
)

/** Browsers that get push notifications about payments of a business. Deleted with the session in which they were enabled. */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    merchantId: uuid().notNull(),
    id: idInKeyColumn(),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the address at the push service. */
    addressHash: text().notNull(),
    /** Address and keys, sealed: with them anybody could send to this browser what it shows as ours. */
    sealed: text().notNull(),
    createdAt: instantColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    unique('push_subscriptions_device').on(table.userId, table.merchantId, table.addressHash),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)
