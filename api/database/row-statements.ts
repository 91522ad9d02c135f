import { and, eq, is, SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './connect.ts'

/**
 * Statements for one row of a table, which Drizzle builds once for each connection. To build the text of a statement takes longer
 * than everything else that this process does for it: with 50 columns 80 times as long as to fill it.
 */

interface Prepared {
  execute(values: Record<string, unknown>): Promise<unknown>
}

/** What is built once for each connection. */
export function oncePerConnection<T>(build: (tx: Tx) => T): (tx: Tx) => T {
  const built = new WeakMap<Tx, T>()
  return (tx) => {
    const known = built.get(tx)
    if (known) return known
    const made = build(tx)
    built.set(tx, made)
    return made
  }
}

/** Maximum number of statements of a kind that a connection keeps; after that they are built each time. */
const maxKept = 100

type Values = Record<string, unknown>
/** The names of the key columns of a table, with the columns. */
type KeyColumns = Record<string, AnyPgColumn>

const matching = (key: KeyColumns, read: (name: string) => unknown) =>
  and(...Object.entries(key).map(([name, column]) => eq(column, read(name))))
/** Condition for the row of a prepared statement, whose values include the key. */
const matchingPrepared = (key: KeyColumns) => matching(key, (name) => sql.placeholder(name))

/** Reads the row with a key, and locks it until the end of the transaction if `isLocked`. */
export function prepareFind(
  table: PgTable,
  key: KeyColumns,
  isLocked: boolean,
): (tx: Tx, of: Values) => Promise<unknown> {
  const prepared = oncePerConnection((tx) => {
    const query = tx.select().from(table).where(matchingPrepared(key))
    return isLocked ? query.for('update').prepare('lock_row') : query.prepare('find_row')
  })
  return async (tx, of) => (await prepared(tx).execute(of))[0]
}

/** Inserts a row and returns it. */
export function prepareInsert(table: PgTable): (tx: Tx, row: Values) => Promise<unknown> {
  const insert = (tx: Tx, row: Values) =>
    tx
      .insert(table)
      .values(row as never)
      .returning()
  const prepared = prepareForColumns((tx, row) => insert(tx, row).prepare('insert_row'))
  return async (tx, row) => {
    const rows = prepared(tx, row)?.execute(toParameters(row)) ?? insert(tx, row)
    return ((await rows) as unknown[])[0]
  }
}

/** Changes columns of the row with a key, and returns the row. */
export function prepareUpdate(table: PgTable, key: KeyColumns): (tx: Tx, of: Values, to: Values) => Promise<unknown> {
  const update = (tx: Tx, to: Values, condition: SQL | undefined) =>
    tx
      .update(table)
      .set(to as never)
      .where(condition)
      .returning()
  const prepared = prepareForColumns((tx, to) => update(tx, to, matchingPrepared(key)).prepare('update_row'))
  return async (tx, of, to) => {
    const changed =
      prepared(tx, to)?.execute({ ...of, ...toParameters(to) }) ??
      update(
        tx,
        to,
        matching(key, (name) => of[name]),
      )
    return ((await changed) as unknown[])[0]
  }
}

/**
 * The statement for these columns, with a placeholder for each value that is not null: Drizzle encodes null differently. Undefined if a
 * value is an expression.
 */
function prepareForColumns(prepare: (tx: Tx, row: Values) => Prepared) {
  const kept = oncePerConnection(() => new Map<string, Prepared>())
  return (tx: Tx, row: Values): Prepared | undefined => {
    const given = Object.entries(row).filter(([, value]) => value !== undefined)
    if (given.some(([, value]) => is(value, SQL))) return undefined
    const columns = given.map(([name, value]) => (value === null ? `${name} null` : name)).join()
    const statements = kept(tx)
    const known = statements.get(columns)
    if (known || statements.size >= maxKept) return known
    const placeholders = given.map(([name, value]) => [name, value === null ? null : sql.placeholder(`to_${name}`)])
    const made = prepare(tx, Object.fromEntries(placeholders))
    statements.set(columns, made)
    return made
  }
}

const toParameters = (row: Values): Values =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [`to_${name}`, value]))
