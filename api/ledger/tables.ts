import { index, pgTable, primaryKey, smallint, text, unique, uuid } from 'drizzle-orm/pg-core'
import { idColumn, instantColumn, koboColumn } from '../database/columns.ts'

/** Where money stands. Opened by the first entry that names it, and never closed. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: idColumn(),
    /** A merchant's id; for the accounts of the house and of the world, the mode: test money never meets live money. */
    owner: text().notNull(),
    kind: text().notNull(),
  },
  (table) => [unique('ledger_accounts_owner_kind').on(table.owner, table.kind)],
)

/** What happened, once for each reference. Never changed: a correction is the reverse entry. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: idColumn(),
  reference: text().notNull().unique(),
  description: text().notNull(),
  at: instantColumn().notNull(),
  /** How many lines it was written with, so that a missing line is noticed; 0 for entries written before lines were counted. */
  lineCount: smallint().notNull(),
})

/**
 * What an entry did to each account, in kobo; the lines of an entry sum to zero.
 * No foreign keys: their checks would lock the account's row, and credits to a busy account must not meet there.
 */
export const ledgerLines = pgTable(
  'ledger_lines',
  {
    entryId: uuid().notNull(),
    accountId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.accountId] }),
    // The amount is in it so that an account's lines are added up from the index alone.
    index('ledger_lines_account').on(table.accountId, table.entryId, table.amountKobo),
  ],
)

/** The amounts of lines that the snapshot of their account does not contain yet. Written with the line, deleted by `fold`. */
export const ledgerDeltas = pgTable(
  'ledger_deltas',
  {
    accountId: uuid().notNull(),
    entryId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
)

/** The sum of an account's lines, except for those that still have a delta: balance = snapshot + deltas. */
export const ledgerSnapshots = pgTable('ledger_snapshots', {
  accountId: uuid().primaryKey(),
  balanceKobo: koboColumn().notNull(),
})

/**
 * Lines of pending and available accounts that are in no settlement yet. Written with the line, and deleted by the statement
 * that adds the line to a settlement. Lines of settlements and payouts themselves are never here.
 */
export const ledgerUnsettledLines = pgTable(
  'ledger_unsettled_lines',
  {
    accountId: uuid().notNull(),
    entryId: uuid().notNull(),
    amountKobo: koboColumn().notNull(),
    /** The entry's. */
    at: instantColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.entryId] })],
)
