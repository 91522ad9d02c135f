import type { Tx } from '../database/connect.ts'

interface DueRow {
  merchantId: string
  id: string
}

export interface DueRows<Row> {
  rows: Row[]
  /**
   * Number of rows for `inPages`: the rows that were found, or 0 if other transactions had locked all of them, so that the loop over pages
   * ends.
   */
  count: number
}

/**
 * Takes due rows: `find` reads their merchants and ids without a lock, then `take` locks those of one merchant, because a statement that
 * locks rows names its merchant (decision 96). `take` checks again that they are due, and skips what others have locked.
 */
export async function takeDueRows<Row>(
  { $client }: Tx,
  find: { name: string; text: string; values: unknown[] },
  take: (merchantId: string, ids: string[]) => Promise<{ rows: Row[] }>,
): Promise<DueRows<Row>> {
  const { rows: found } = await $client.query<DueRow>(find)
  const rows: Row[] = []
  for (const [merchantId, due] of Map.groupBy(found, (row) => row.merchantId)) {
    const ids = due.map(({ id }) => id)
    rows.push(...(await take(merchantId, ids)).rows)
  }
  return { rows, count: rows.length > 0 ? found.length : 0 }
}
