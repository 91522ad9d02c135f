import { type SQL, sql } from 'drizzle-orm'

/**
 * The time of the app when a statement runs: that at which its request began, and what has passed since the transaction began. A request
 * that has waited for a row compares with it what the row says about the past: another request, which began later, may have written it.
 */
export const timeAfterWaiting = (began: Date): SQL<Date> =>
  sql`${began.toISOString()}::timestamptz + (clock_timestamp() - transaction_timestamp())`
