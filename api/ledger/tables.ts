import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { idInKeyColumn, instantColumn, koboColumn } from '../database/columns.ts'

/**
 * Merchant that the row belongs to, also for a split recipient; `platformMerchantId` for the platform. It is the last column of each key,
 * so that the key also finds rows by what comes before it, and new rows are added at its end (decision 106).
 */
const merchantColumn = () => uuid().notNull()

/** Ledger accounts. Created by the first entry that uses them, and never deleted. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: idInKeyColumn(),
    /** Id of a merchant or a split recipient; the mode for platform accounts, so test and live money never mix. */
    owner: text().notNull(),
    kind: text().notNull(),
    merchantId: merchantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.merchantId] }),
    uniqueIndex('ledger_accounts_key').on(table.owner, table.kind, table.merchantId),
  ],
)

/** Ledger entries, one per reference. Never changed: a correction is the reverse entry. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: idInKeyColumn(),
    reference: text().notNull(),
    description: text().notNull(),
    at: instantColumn().notNull(),
    /** Number of lines written with the entry, to detect a missing line. 0 for entries older than this column. */
    lineCount: smallint().notNull(),
    merchantId: merchantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.merchantId] }),
    uniqueIndex('ledger_entries_key').on(table.reference, table.merchantId),
    // The few entries of a merchant that are not of payments, by time, without reading their rows (reports).
    index('ledger_entries_of_merchant')
      .on(table.merchantId, table.at, table.id, table.reference)
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
    /** Merchant of the entry, also for a line on an account of the platform. */
    merchantId: merchantColumn(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.accountId, table.merchantId] }),
    // Includes amount and merchant, so that an account's lines can be summed from the index alone.
    index('ledger_lines_of_account').on(table.accountId, table.entryId, table.amountKobo, table.merchantId),
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
  (table) => [primaryKey({ columns: [table.accountId, table.entryId, table.merchantId] })],
)

/** Sum of an account's lines, in kobo, without those that still have a delta: balance = snapshot + deltas. */
export const ledgerSnapshots = pgTable(
  'ledger_snapshots',
  {
    accountId: uuid().notNull(),
    balanceKobo: koboColumn().notNull(),
    /** Merchant of the account. */
    merchantId: merchantColumn(),
  },
  // The version before, and moves of lines before migration 100, name the constraint (decision 106).
  (table) => [primaryKey({ name: 'ledger_snapshots_pkey', columns: [table.accountId, table.merchantId] })],
)

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
  (table) => [primaryKey({ columns: [table.accountId, table.entryId, table.merchantId] })],
)
