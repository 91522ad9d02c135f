import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn, koboColumn } from '../database/columns.ts'

/**
 * Merchant that the row belongs to, also for a split recipient; `platformMerchantId` for the platform. Null in a row of a version before,
 * until `fillLedgerMerchants` fills it.
 */
const merchantColumn = () => uuid()

/** Ledger accounts. Created by the first entry that uses them, and never deleted. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: idColumn(),
    /** Id of a merchant or a split recipient; the mode for platform accounts, so test and live money never mix. */
    owner: text().notNull(),
    kind: text().notNull(),
    merchantId: merchantColumn(),
  },
  (table) => [unique('ledger_accounts_owner_kind').on(table.owner, table.kind)],
)

/** Ledger entries, one per reference. Never changed: a correction is the reverse entry. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: idColumn(),
    reference: text().notNull().unique(),
    description: text().notNull(),
    at: instantColumn().notNull(),
    /** Number of lines written with the entry, to detect a missing line. 0 for entries older than this column. */
    lineCount: smallint().notNull(),
    merchantId: merchantColumn(),
  },
  // The few entries that are not of payments, by time, without reading their rows (reports).
  (table) => [
    index('ledger_entries_besides_payments')
      .on(table.at, table.id, table.reference)
      .where(sql`reference not like 'payment:%'`),
  ],
)

/**
 * Effect of an entry on each account, in kobo; the lines of an entry sum to zero.
 * No foreign keys: their checks would lock the account's row, and credits to a busy account would wait for each other.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: uuid().notNull(),
    accountId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    /** That of the entry, also for a line on an account of the platform. */
    merchantId: merchantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.accountId] }),
    // Includes the amount, so that an account's lines can be summed from the index alone.
    index('ledger_lines_account').on(table.accountId, table.entryId, table.amountKobo),
  ],
)

/** Amounts of lines that are not in their account's snapshot yet, in kobo. Written with the line, deleted by `rollUpLedger`. */
export const ledgerDeltas = pgTable(
  'ledger_deltas',
  {
    accountId: uuid().notNull(),
    entryId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    merchantId: merchantColumn(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
)

/** Sum of an account's lines, in kobo, without those that still have a delta: balance = snapshot + deltas. */
export const ledgerSnapshots = pgTable('ledger_snapshots', {
  accountId: uuid().primaryKey(),
  balanceKobo: koboColumn().notNull(),
  /** That of the account. */
  merchantId: merchantColumn(),
})

/** How far the merchants of entries of versions before are filled, one row. */
export const ledgerMerchantFills = pgTable('ledger_merchant_fills', {
  name: text().primaryKey(),
  /** The last entry, but none of the last ten minutes. */
  upToEntryId: uuid().notNull(),
})

/**
 * Lines of pending and available accounts that are in no settlement yet. Written with the line, and deleted by the statement that
 * adds the line to a settlement. Lines of settlement and payout entries never appear here.
 */
export const ledgerUnsettledLines = pgTable(
  'ledger_unsettled_lines',
  {
    accountId: uuid().notNull(),
    entryId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    /** Time of the entry (`ledger_entries.at`). */
    at: instantColumn().notNull(),
    merchantId: merchantColumn(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
)
