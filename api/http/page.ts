import { limits } from '@adire/contract/limits.ts'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/connect.ts'
import { fromTimeCursor, olderThan, olderThanText, type PutParameter, toCursor } from '../database/keyset.ts'

export interface PageInput {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** How a row is shown, and what the list sorts by, of a row as it is shown. */
interface Page<Row, Shown> {
  serialize: (row: Row) => Shown
  keyOf: (item: Shown) => readonly string[]
}

/**
 * What a list answers: of `rows`, read to one more than asked for, those asked for, and a cursor where there are more.
 * `total` may be anything above what we count to.
 */
export function buildPage<Row, Shown>(
  rows: readonly Row[],
  { limit, offset, cursor }: PageInput,
  { total, serialize, keyOf }: Page<Row, Shown> & { total: number },
) {
  const content = rows.slice(0, limit).map(serialize)
  const last = content.at(-1)
  return {
    content,
    totalElements: Math.min(total, limits.countedTo),
    ...(total > limits.countedTo && { totalIsCapped: true }),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(keyOf(last)) : null,
    offset: cursor === undefined ? offset : 0,
    limit,
  }
}

/** SQL: how many rows there are, counted as far as any list counts. */
export const countText = (table: string, where: string): string =>
  `select count(*) as total from (select 1 from ${table} where ${where} limit ${limits.countedTo + 1}) one`

type Counted<Row> = Row & { total: number }

/** `pageOf` of rows that were joined to their total: one row of nulls where there are none. */
export function pageOfCounted<Row, Shown>(
  rows: readonly Counted<Row>[],
  input: PageInput,
  { isThere, ...page }: Page<Row, Shown> & { isThere: (row: Row) => boolean },
) {
  return buildPage<Row, Shown>(rows.filter(isThere), input, { total: rows[0]!.total, ...page })
}

type Dated = { id: string; createdAt: string }
const byTime = ({ createdAt, id }: Dated) => [createdAt, id]

/**
 * A page of a table that is listed newest first, in one statement. `from` is what is read of those rows, which it
 * knows as `as`; `columns` must give an `id` and a `"createdAt"`.
 */
export async function newestOfText<Row extends { id: string }, Shown extends Dated>(
  tx: Tx,
  input: PageInput,
  list: {
    table: string
    matching: (put: PutParameter) => string
    as: string
    columns: string
    from: string
    serialize: (row: Row) => Shown
  },
) {
  const values: unknown[] = []
  const put: PutParameter = (value) => `$${values.push(value)}`
  const where = list.matching(put)
  const page = input.cursor === undefined ? where : `${where} and ${olderThanText(fromTimeCursor(input.cursor), put)}`
  const { rows } = await tx.$client.query<Counted<Row>>(
    `with total as (${countText(list.table, where)}), ${list.as} as (
       select * from ${list.table} where ${page} order by created_at desc, id desc
       limit ${put(input.limit + 1)} offset ${put(input.cursor === undefined ? input.offset : 0)}
     ), shown as (select ${list.columns} from ${list.from})
     select total.total, shown.* from total left join shown on true order by "createdAt" desc, id desc`,
    values,
  )
  return pageOfCounted<Row, Shown>(rows, input, {
    serialize: list.serialize,
    keyOf: byTime,
    isThere: ({ id }) => id !== null,
  })
}

/** What a select of drizzle's can still be given. */
interface Select<Row> {
  where(filter: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } }
  }
}

/** A page of a table that is listed newest first. `from` begins the select, `where` filters it. */
export async function listNewest<Row, Shown>(
  tx: Tx,
  input: PageInput,
  list: {
    table: PgTable & { createdAt: PgColumn; id: PgColumn }
    where: SQL | undefined
    from: Select<Row>
  } & Page<Row, Shown>,
) {
  const { table, where, from, serialize, keyOf } = list
  const { limit, offset, cursor } = input
  const rows = await from
    .where(and(where, cursor === undefined ? undefined : olderThan(table, fromTimeCursor(cursor))))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(limit + 1)
    .offset(cursor === undefined ? offset : 0)
  return buildPage(rows, input, { total: await countUpTo(tx, table, where), serialize, keyOf })
}

/** How many rows there are, counted as far as any list counts. */
export async function countUpTo(tx: Tx, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limits.countedTo + 1)
    .as('some')
  return tx.$count(some)
}
