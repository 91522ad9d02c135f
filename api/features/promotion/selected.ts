import { and, eq, inArray, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Selection } from './promotable.ts'

interface Owned {
  merchantId: PgColumn
  id: PgColumn
}

/** Condition of `load`: what the business has in the table, limited to the selection. `key` is the column of `Promotable.key`. */
export const isSelected = (
  table: Owned,
  key: PgColumn,
  merchantId: string,
  { ids, keys }: Selection,
): SQL | undefined =>
  and(eq(table.merchantId, merchantId), ids && inArray(table.id, [...ids]), keys && inArray(key, [...keys]))
