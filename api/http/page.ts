import { limits } from '@adire/contract/limits.ts'
import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../database/connect.ts'
import {
  fromCursor,
  fromTimeCursor,
  invalidCursor,
  isId,
  olderThan,
  olderThanText,
  type PutParameter,
  toCursor,
} from '../database/keyset.ts'

/** Paging fields of a list: `limit` and `offset` in rows; with a `cursor`, `offset` is ignored. */
export interface PageInput {
  limit: number
  offset: number
  cursor?: string | undefined
}

/** How a row is serialized, and the sort key of a serialized row. */
interface Page<Row, Shown> {
  serialize: (row: Row) => Shown
  keyOf: (item: Shown) => readonly string[]
}

/**
 * The response of a list. `rows` has up to `limit` + 1 rows: the extra row is not shown, and only means that there is a next page
 * (`nextCursor`). `total` may be any number above `limits.countedTo`; it is then capped and `totalIsCapped` is set.
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
    ...toListTotal(total),
    nextCursor: rows.length > limit && last !== undefined ? toCursor(keyOf(last)) : null,
    offset: cursor === undefined ? offset : 0,
    limit,
  }
}

/** Fields of a list for a total that was counted up to one more than `limits.countedTo`. */
export const toListTotal = (total: number) => ({
  totalElements: Math.min(total, limits.countedTo),
  ...(total > limits.countedTo && { totalIsCapped: true }),
})

/** SQL that counts rows, up to one more than `limits.countedTo`. */
export const countText = (table: string, where: string): string =>
  `select count(*) as total from (select 1 from ${table} where ${where} limit ${limits.countedTo + 1}) one`

type Counted<Row> = Row & { total: number }

/** The same as `buildPage`, for rows joined to their total: an empty list is one row of nulls. */
export function pageOfCounted<Row, Shown>(
  rows: readonly Counted<Row>[],
  input: PageInput,
  { isThere, ...page }: Page<Row, Shown> & { isThere: (row: Row) => boolean },
) {
  return buildPage<Row, Shown>(rows.filter(isThere), input, { total: rows[0]!.total, ...page })
}

type Dated = { id: string; createdAt: string }

/** SQL expressions, never null, by which a list can be sorted. Each needs an index that begins with the merchant and ends with the id. */
export type SortExpressions = Readonly<Record<string, string>>

interface TextList<Row, Shown> {
  table: string
  /** Begins with the condition on the merchant, so that `$1` is its id in `columns` and `from` too. */
  matching: (put: PutParameter) => string
  as: string
  columns: string
  from: string
  serialize: (row: Row) => Shown
  /** Expressions of a list that can be sorted, besides `createdAt`, by which every list can be sorted. */
  sorting?: { merchantId: string; by: SortExpressions }
}

/**
 * A page of a table in one statement, newest first unless `input.sort` names another order. `as` names the rows of the page for
 * the SQL in `from`; `columns` must include `id` and `"createdAt"`.
 */
export async function listOfText<Row extends { id: string }, Shown extends Dated>(
  tx: Tx,
  input: PageInput & { sort?: string | undefined },
  list: TextList<Row, Shown>,
) {
  const values: unknown[] = []
  const put: PutParameter = (value) => `$${values.push(value)}`
  const where = list.matching(put)
  const order = selectTextOrder(list, input.sort)
  const page = input.cursor === undefined ? where : `${where} and ${order.after(input.cursor, put)}`
  const { rows } = await tx.$client.query<Counted<Row>>(
    `with total as (${countText(list.table, where)}), ${list.as} as (
       select page.*, row_number() over () as place from (
         select * from ${list.table} where ${page} order by ${order.by}
         limit ${put(input.limit + 1)} offset ${put(input.cursor === undefined ? input.offset : 0)}
       ) page
     ), shown as (select ${list.columns}, ${list.as}.place from ${list.from})
     select total.total, shown.* from total left join shown on true order by place`,
    values,
  )
  return pageOfCounted<Row, Shown>(rows, input, {
    serialize: list.serialize,
    keyOf: order.keyOf,
    isThere: ({ id }) => id !== null,
  })
}

interface TextOrder {
  by: string
  keyOf: (item: Dated) => string[]
  after: (cursor: string, put: PutParameter) => string
}

const newest: TextOrder = {
  by: 'created_at desc, id desc',
  keyOf: ({ createdAt, id }) => [createdAt, id],
  after: (cursor, put) => olderThanText(fromTimeCursor(cursor), put),
}

/** The cursor of other orders is the last row and the name of the order; the row's value is read again. */
function selectTextOrder(
  { table, sorting }: Pick<TextList<never, never>, 'table' | 'sorting'>,
  sort?: string,
): TextOrder {
  if (!sort || sort === '-createdAt') return newest
  const [field, direction, comparison] = sort.startsWith('-') ? [sort.slice(1), 'desc', '<'] : [sort, 'asc', '>']
  const expression = field === 'createdAt' ? 'created_at' : sorting?.by[field]
  if (!sorting || !expression) throw new Error(`${table} cannot be sorted by ${field}`)
  return {
    by: `${expression} ${direction}, id ${direction}`,
    keyOf: ({ id }) => [id, sort],
    after(cursor, put) {
      const [id = '', of] = fromCursor(cursor, 2)
      if (!isId(id) || of !== sort) throw invalidCursor()
      const last = put(id)
      const value = `select ${expression} from ${table} where merchant_id = ${put(sorting.merchantId)} and id = ${last}::uuid`
      return `(${expression}, id) ${comparison} ((${value}), ${last}::uuid)`
    },
  }
}

/** The part of a Drizzle select that is still open here: filter, order and limits. */
interface Select<Row> {
  where(filter: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(rows: number): { offset(rows: number): PromiseLike<Row[]> } }
  }
}

/** A page of a table, newest first. `from` is the start of the select, `where` its filter. */
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

interface OffsetList<Row, Shown> {
  /** SQL of all rows, with a column `id` and none called `total`. */
  query: string
  values: readonly unknown[]
  /** SQL that orders the columns of `query`. */
  order: string
  serialize: (row: Row) => Shown
}

/** A page by offset of a query that is too small for a cursor, with the number of its rows also past the last one. */
export async function listByOffset<Row extends { id: string }, Shown>(
  tx: Tx,
  { limit, offset }: Pick<PageInput, 'limit' | 'offset'>,
  { query, values, order, serialize }: OffsetList<Row, Shown>,
) {
  const next = values.length + 1
  const { rows } = await tx.$client.query<Counted<Row>>(
    `with listed as (${query}), total as (select count(*)::int as total from listed)
     select total.total, page.* from total
     left join (select * from listed order by ${order} limit $${next} offset $${next + 1}) page on true order by ${order}`,
    [...values, limit, offset],
  )
  const content = rows.filter(({ id }) => id !== null).map(({ total: _, ...row }) => serialize(row as unknown as Row))
  return { content, totalElements: rows[0]!.total, offset, limit }
}

/** The number of rows, counted up to one more than `limits.countedTo`. */
export async function countUpTo(tx: Tx, table: PgTable, where: SQL | undefined): Promise<number> {
  const some = tx
    .select({ one: sql`1`.as('one') })
    .from(table)
    .where(where)
    .limit(limits.countedTo + 1)
    .as('some')
  return tx.$count(some)
}
