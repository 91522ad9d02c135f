import { eq, getTableName, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'
import { oncePerConnection } from './row-statements.ts'

/** How many names of a column a process remembers. */
const mostRemembered = 10_000

/** The businesses of a public name, such as a slug or an access code (decision 112). */
export interface MerchantsOfNames {
  /**
   * The first row that `read` finds by a name of this column and its merchant, so that the statement asks only the server of that merchant.
   * Undefined if there is none.
   */
  findByName<T>(tx: Tx, name: string, read: (merchantId: string) => PromiseLike<T[]>): Promise<T | undefined>
  /** For a new name: this process need not search for its merchant. */
  remember(name: string, merchantId: string): void
}

/**
 * The merchant is searched once, then remembered. Where a row gives up its name and another business takes it, what is remembered finds
 * nothing, so it is searched again.
 */
export function merchantsOfNames(table: PgTable & { merchantId: PgColumn }, column: PgColumn): MerchantsOfNames {
  const known = new Map<string, string>()
  const prepared = oncePerConnection((tx) =>
    tx
      .select({ merchantId: sql<string>`${table.merchantId}` })
      .from(table as PgTable)
      .where(eq(column, sql.placeholder('name')))
      .prepare(`merchant_of_${getTableName(table)}_${column.name}`),
  )
  const remember = (name: string, merchantId: string) => {
    known.delete(name) // so that the oldest is first
    known.set(name, merchantId)
    if (known.size > mostRemembered) known.delete(known.keys().next().value!)
  }
  return {
    remember,
    async findByName(tx, name, read) {
      const remembered = known.get(name)
      const [found] = remembered === undefined ? [] : await read(remembered)
      if (found !== undefined) return found
      const [row] = await prepared(tx).execute({ name })
      if (!row || row.merchantId === remembered) return undefined
      remember(name, row.merchantId)
      return (await read(row.merchantId))[0]
    },
  }
}
