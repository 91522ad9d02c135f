import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'

export type WriteTransaction = <T>(callback: (context: Context) => Promise<T>) => Promise<T>

/** Maximum rows per statement, so that no statement takes long or blocks others. */
export const batchSize = 10_000
/** Maximum number of faults reported per check; enough to know that something is wrong. */
export const maxSentences = 20

/** Result of one page of a check: rows read, key of the last row, and faults as sentences. */
export interface CheckedPage {
  seen: number
  last: string | undefined
  faults: string[]
}

/** Check of at most `batchSize` rows after a key. */
export type CheckPage = (tx: Tx, after: string | undefined) => Promise<CheckedPage>

/** Runs a check page by page. Returns the number of rows. */
export async function checkInPages(
  write: WriteTransaction,
  check: CheckPage,
  report: (faults: readonly string[]) => void,
): Promise<number> {
  let seen = 0
  let last: string | undefined
  for (;;) {
    const after = last
    const page = await write(({ tx }) => check(tx, after))
    seen += page.seen
    report(page.faults)
    if (page.seen < batchSize) return seen
    last = page.last
  }
}

/** Keys of the rows of one page: the values of each column of the key, and the last key. */
interface Keys {
  seen: number
  values: string[][]
  last: string | undefined
}

/**
 * Reads the keys of the next rows of a table, in their order. A check joins other tables to the rows with these keys, not to a query with a
 * limit: on several servers only rows of one merchant can be joined, and only without a limit (decision 96).
 */
export async function readKeys(
  tx: Tx,
  { table, columns, limit }: { table: string; columns: readonly string[]; limit: number },
  after: string | undefined,
): Promise<Keys> {
  const list = columns.join(', ')
  const parameters = columns.map((_, index) => `$${index + 1}::uuid`).join(', ')
  const { rows } = await tx.$client.query<Record<string, string>>(
    `select ${list} from ${table} ${after === undefined ? '' : `where (${list}) > (${parameters})`}
     order by ${list} limit ${limit}`,
    after?.split('/') ?? [],
  )
  const last = rows.at(-1)
  return {
    seen: rows.length,
    values: columns.map((column) => rows.map((row) => row[column]!)),
    last: last && columns.map((column) => last[column]).join('/'),
  }
}

/**
 * SQL: the rows of a table with the keys whose columns are $1, $2 and so on, as `row`. The first and last key tell the planner which part of the
 * index to read; the join tells it how many rows there are.
 */
export function keyedRowsText(table: string, columns: readonly string[], row: string): string {
  const arrays = columns.map((_, index) => `$${index + 1}::uuid[]`)
  const rowKey = columns.map((column) => `${row}.${column}`)
  const bound = (place: string) => `(${arrays.map((array) => `(${array})[${place}]`).join(', ')})`
  return `unnest(${arrays.join(', ')}) as page (${columns.join(', ')})
    join ${table} ${row} on (${rowKey.join(', ')}) = (${columns.map((column) => `page.${column}`).join(', ')})
      and (${rowKey.join(', ')}) >= ${bound('1')} and (${rowKey.join(', ')}) <= ${bound('cardinality($1::uuid[])')}`
}

/** SQL: only the faults among rows that are checked, in the order of their `key`. */
export const faultsText = (checked: string) =>
  `select fault from (${checked}) checked where fault is not null order by key`

const merchantKey = ['merchant_id', 'id']

/** Check of a table with the key merchant and id. `checked` gets the SQL of a page of rows, and returns that of their keys and faults. */
export const checkByMerchant =
  (table: string, row: string, checked: (rows: string) => string): CheckPage =>
  async (tx, after) => {
    const { seen, values, last } = await readKeys(tx, { table, columns: merchantKey, limit: batchSize }, after)
    const { rows } = await tx.$client.query<{ fault: string }>(
      faultsText(checked(keyedRowsText(table, merchantKey, row))),
      values,
    )
    return { seen, last, faults: rows.map(({ fault }) => fault) }
  }

/** SQL: amount that an entry of the merchant of a row posted to an account, in kobo; null if there is no such line. */
export const postedText = (row: string, reference: string, owner: string, kind: string) => `(
  select posted.amount_kobo from ledger_entries entry
  join ledger_accounts account on account.owner = ${owner} and account.kind = '${kind}' and account.merchant_id = ${row}.merchant_id
  join ledger_lines posted on posted.entry_id = entry.id and posted.account_id = account.id and posted.merchant_id = ${row}.merchant_id
  where entry.reference = ${reference} and entry.merchant_id = ${row}.merchant_id
)`
