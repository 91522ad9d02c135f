import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn } from '../../database/columns.ts'
import { merchants } from '../merchants/tables.ts'

/**
 * Requested change of the payout account. It takes effect after a day, so that the owner can cancel a change requested by
 * somebody else. At most one per business is pending (`endedAt` is null).
 */
export const payoutAccountChanges = pgTable(
  'payout_account_changes',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    /** The account that becomes the primary one; below, its details from then on. */
    bankAccountId: uuid().notNull(),
    bankId: integer().notNull(),
    accountNumber: text().notNull(),
    accountName: text(),
    nameMatches: boolean().notNull(),
    requestedBy: text().notNull(),
    requestedAt: instantColumn().notNull(),
    /** In business clock time. */
    effectiveAt: instantColumn().notNull(),
    endedAt: instantColumn(),
    outcome: text({ enum: ['applied', 'cancelled', 'replaced'] }),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    foreignKey({
      name: 'payout_account_changes_account',
      columns: [table.merchantId, table.bankAccountId],
      foreignColumns: [bankAccounts.merchantId, bankAccounts.id],
    }),
    uniqueIndex('payout_account_changes_one_waiting').on(table.merchantId).where(sql`ended_at is null`),
    index('payout_account_changes_due').on(table.effectiveAt).where(sql`ended_at is null`),
  ],
)

/** Bank accounts for payouts. Deleted accounts are kept, for the settlements that were paid to them. */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: idInKeyColumn(),
    merchantId: uuid()
      .notNull()
      .references(() => merchants.id),
    bankId: integer().notNull(),
    accountNumber: text().notNull(),
    /** Name according to the bank; null if the bank could not be queried. */
    accountName: text(),
    nameMatches: boolean().notNull(),
    alias: text().notNull(),
    primaryAccount: boolean().notNull(),
    createdAt: instantColumn().notNull(),
    deletedAt: instantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.merchantId, table.id] }),
    index('bank_accounts_merchant').on(table.merchantId, table.createdAt),
    uniqueIndex('bank_accounts_one_primary').on(table.merchantId).where(sql`primary_account and deleted_at is null`),
    uniqueIndex('bank_accounts_number')
      .on(table.merchantId, table.bankId, table.accountNumber)
      .where(sql`deleted_at is null`),
  ],
)
