import type pg from 'pg'

const migration = '0102_keys-and-statistics-of-accounts'
/** The migration that adds the merchant. Before it there are no statements that need the statistics. */
const earlier = '0099_keys-of-the-ledger'
const tables = ['ledger_lines', 'ledger_unsettled_lines']

/**
 * Collects statistics of accounts and merchants before the migration, so that the first statements of this version are planned for the
 * number of lines that an account has (decision 106). It takes seconds and locks out nobody. Repeating it changes nothing.
 */
export async function collectEarlyStatistics(client: pg.Client, missing: readonly string[]): Promise<void> {
  if (!missing.includes(migration) || missing.includes(earlier)) return
  for (const table of tables) {
    await client.query(
      `create statistics if not exists ${table}_of_accounts (dependencies) on account_id, merchant_id from ${table}`,
    )
    await client.query(`analyze ${table} (account_id, merchant_id)`)
  }
}
