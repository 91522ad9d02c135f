import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'

/**
 * An insert of rows that are only read by other transactions, such as jobs, events of timelines and stat deltas. They are collected,
 * and all rows of a transaction are written by one statement before its commit. A reader of such rows in the same transaction calls
 * `writeCollected` first.
 */
export interface CollectedInsert {
  /** Unique and at most ten characters: part of the name of the prepared statement, which has at most 63. */
  name: string
  /** Columns of `given`, the collected rows, with their SQL types. */
  columns: Record<string, string>
  /** The insert, from `given`. */
  text: (given: string) => string
  /** Equal rows of one transaction are written once. */
  isDistinct?: boolean
}

/** A collected insert that stores the columns as they are given. */
export const collectedInsert = (name: string, table: string, columns: Record<string, string>): CollectedInsert => {
  const names = Object.keys(columns).join(', ')
  return { name, columns, text: (given) => `insert into ${table} (${names}) select ${names} from ${given}` }
}

type Rows = Map<CollectedInsert, unknown[][]>
const collected = new WeakMap<pg.ClientBase, Rows>()

/** Limit of the rows that are collected. More are written before the end of the transaction. */
const maxRows = 1_000

/** Collects rows of this connection until `writeCollected` or `stopCollecting`. */
export const startCollecting = (client: pg.ClientBase): void => void collected.set(client, new Map())
export const stopCollecting = (client: pg.ClientBase): void => void collected.delete(client)

/** Inserts a row at the end of the transaction: one value per column. Outside of a transaction it is inserted at once. */
export async function insertAtCommit(
  { $client }: { $client: pg.ClientBase },
  insert: CollectedInsert,
  row: unknown[],
): Promise<void> {
  const rows = collected.get($client)
  if (!rows) return writeRows($client, new Map([[insert, [row]]]))
  const ofInsert = rows.get(insert)
  if (!ofInsert) return void rows.set(insert, [row])
  if (insert.isDistinct && ofInsert.some((other) => isDeepStrictEqual(other, row))) return
  ofInsert.push(row)
  if (ofInsert.length >= maxRows) await writeCollected({ $client })
}

/** Writes what was collected so far. Does nothing if that is nothing. */
export async function writeCollected({ $client }: { $client: pg.ClientBase }): Promise<void> {
  const rows = collected.get($client)
  if (!rows || rows.size === 0) return
  collected.set($client, new Map())
  await writeRows($client, rows)
}

/** Starts a savepoint. What was collected before is written before it. */
export async function startSavepoint(tx: { $client: pg.ClientBase }, name: string): Promise<void> {
  await writeCollected(tx)
  await tx.$client.query(`savepoint ${name}`)
}

/** Undoes everything since the savepoint, also what was collected. */
export async function rollBackTo({ $client }: { $client: pg.ClientBase }, name: string): Promise<void> {
  if (collected.has($client)) startCollecting($client)
  await $client.query(`rollback to savepoint ${name}`)
}

/** One statement for all tables: all inserts but the last are data-modifying CTEs. */
async function writeRows(client: pg.ClientBase, rows: Rows): Promise<void> {
  const inserts = [...rows.keys()].sort((one, other) => (one.name < other.name ? -1 : 1))
  let parameters = 0
  const texts = inserts.map(({ columns, text }) => {
    const arrays = Object.values(columns).map((type) => `$${++parameters}::${type}[]`)
    return text(`unnest(${arrays.join(', ')}) as given (${Object.keys(columns).join(', ')})`)
  })
  const last = texts.pop()!
  const before = texts.map((text, index) => `insert_${index} as (${text})`)
  await client.query({
    name: `at_commit_${inserts.map(({ name }) => name).join('_')}`,
    text: before.length > 0 ? `with ${before.join(', ')} ${last}` : last,
    values: inserts.flatMap((insert) =>
      Object.keys(insert.columns).map((_, column) => rows.get(insert)!.map((row) => row[column])),
    ),
  })
}
