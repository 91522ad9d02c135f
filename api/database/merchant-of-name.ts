import { and, eq, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'
import { oncePerConnection } from './row-statements.ts'

/** How many names of a column a process remembers. */
const maxRemembered = 10_000

/** The businesses of a public name, such as a slug or an access code (decision 112). */
export interface MerchantsOfNames {
  /**
   * The first row that `read` finds by a name of this column and its merchant, so that the statement asks only the server of that merchant.
   * Undefined if there is none.
   * @throws Error if two businesses have the name
   */
  findByName<T>(tx: Tx, name: string, read: (merchantId: string) => PromiseLike<T[]>): Promise<T | undefined>
  /**
   * The merchant of a name that no other business ever takes over, such as a random one. Undefined if nobody has it.
   * @throws Error if two businesses have the name
   */
  findMerchant(tx: Tx, name: string): Promise<string | undefined>
  /** For a new name: this process need not search for its merchant. */
  remember(name: string, merchantId: string): void
}

/**
 * The merchants of the names in a column.
 * @param condition of the rows that have such names, if not all of the table have
 */
export function merchantsOfNames(
  table: PgTable & { merchantId: PgColumn },
  column: PgColumn,
  condition?: SQL,
): MerchantsOfNames {
  const what = `${getTableName(table)}_${column.name}`
  const prepared = oncePerConnection((tx) =>
    tx
      .select({ merchantId: sql<string>`${table.merchantId}` })
      .from(table as PgTable)
      .where(and(eq(column, sql.placeholder('name')), condition))
      .limit(2)
      .prepare(`merchant_of_${what}`),
  )
  return rememberMerchants(what, (tx, name) => prepared(tx).execute({ name }))
}

/**
 * The merchant is searched once, then remembered. Where a row gives up its name and another business takes it, what is remembered finds
 * nothing, so it is searched again. A name that two businesses have leads to neither of them (decision 115).
 * @param searchRows the first two rows with a name
 */
export function rememberMerchants(
  what: string,
  searchRows: (tx: Tx, name: string) => PromiseLike<{ merchantId: string }[]>,
): MerchantsOfNames {
  const known = new Map<string, string>()
  const remember = (name: string, merchantId: string) => {
    known.delete(name) // so that the oldest is first
    known.set(name, merchantId)
    if (known.size > maxRemembered) known.delete(known.keys().next().value!)
  }
  const search = async (tx: Tx, name: string): Promise<string | undefined> => {
    const [row, other] = await searchRows(tx, name)
    if (other) throw new Error(`Two businesses have the same name: ${what}`)
    if (row) remember(name, row.merchantId)
    return row?.merchantId
  }
  return {
    remember,
    findMerchant: async (tx, name) => known.get(name) ?? search(tx, name),
    async findByName(tx, name, read) {
      const remembered = known.get(name)
      const [found] = remembered === undefined ? [] : await read(remembered)
      if (found !== undefined) return found
      const merchantId = await search(tx, name)
      return merchantId === undefined || merchantId === remembered ? undefined : (await read(merchantId))[0]
    },
  }
}
