import { sql } from 'drizzle-orm'
import { customType, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { id, instant, kobo } from '../database/columns.ts'

/** A transaction's number. Numbers are given in order of beginning, so a snapshot knows below which all have ended. */
const transactionNumber = customType<{ data: string }>({ dataType: () => 'xid8' })

/** Where money stands. Opened by the first entry that names it, and never closed. */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: id(),
    /** A merchant's id; for the accounts of the house and of the world, the mode: test money never meets live money. */
    owner: text().notNull(),
    kind: text().notNull(),
  },
  (table) => [unique('ledger_accounts_owner_kind').on(table.owner, table.kind)],
)

/** What happened, once for each reference. Never changed: a correction is the reverse entry. */
export const ledgerEntries = pgTable('ledger_entries', {
  id: id(),
  reference: text().notNull().unique(),
  description: text().notNull(),
  at: instant().notNull(),
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
    amountKobo: kobo().notNull(),
    xid: transactionNumber().notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    primaryKey({ columns: [table.entryId, table.accountId] }),
    // The amount is in it so that a balance is read from the index alone.
    index('ledger_lines_account').on(table.accountId, table.xid, table.amountKobo),
  ],
)

/** The sum of an account's lines of all transactions numbered below `upto`. */
export const ledgerSnapshots = pgTable('ledger_snapshots', {
  accountId: uuid().primaryKey(),
  balanceKobo: kobo().notNull(),
  upto: transactionNumber().notNull(),
})
