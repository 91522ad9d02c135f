import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

/** Maximum rows deleted in one transaction. */
export const deletedAtOnce = 10_000

/**
 * Deletes at most `deletedAtOnce` matching rows and returns their number. Deleting all in one statement could exceed the
 * statement timeout, and then nothing would ever be deleted.
 */
export async function deletePortion(tx: Tx, table: PgTable, matching: SQL): Promise<number> {
  const { rowCount } = await tx
    .delete(table)
    .where(sql`ctid = any(array(select ctid from ${table} where ${matching} limit ${deletedAtOnce}))`)
  return rowCount ?? 0
}

/** The same for rows of merchants, which may be on several servers: only their keys are unique there. */
export async function deleteMerchantPortion(
  tx: Tx,
  table: PgTable & { merchantId: AnyPgColumn; id: AnyPgColumn },
  matching: SQL,
): Promise<number> {
  const key = sql`${table.merchantId}, ${table.id}`
  const { rowCount } = await tx
    .delete(table)
    .where(sql`(${key}) in (select ${key} from ${table} where ${matching} limit ${deletedAtOnce})`)
  return rowCount ?? 0
}
