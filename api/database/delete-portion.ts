import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

/** How many rows are deleted in one transaction. */
export const deletedAtOnce = 10_000

/**
 * Deletes at most `deletedAtOnce` of the rows that match, and answers how many: all of them in one statement could pass the
 * time limit of a statement, and then none would ever be deleted.
 */
export async function deletePortion(tx: Tx, table: PgTable, matching: SQL): Promise<number> {
  const { rowCount } = await tx
    .delete(table)
    .where(sql`ctid = any(array(select ctid from ${table} where ${matching} limit ${deletedAtOnce}))`)
  return rowCount ?? 0
}
