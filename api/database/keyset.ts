import { type SQL, sql } from 'drizzle-orm'
import type { ExtraConfigColumn, PgColumn } from 'drizzle-orm/pg-core'
import { problem } from '../http/problem.ts'

/**
 * Last columns of an index for a list, newest first. With nulls first, which is PostgreSQL's default for `desc`: an index
 * with nulls last is not used, and the list sorts all rows.
 */
export const newestFirst = (table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) =>
  [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const

/** Cursor of a page, opaque to clients: the sort key of its last row. */
export const toCursor = (key: readonly string[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/**
 * The sort key in a cursor, which must have `length` texts.
 * @throws validation_error (422) on `cursor`
 */
export function fromCursor(cursor: string, length: number): string[] {
  const key = parsed(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(key) && key.length === length && key.every((part) => typeof part === 'string' && isPlain(part)))
    return key
  throw invalidCursor()
}

/** Sort key of a list ordered by time. */
type TimeKey = [instant: string, id: string]

/**
 * The sort key in a cursor of a list ordered by time.
 * @throws validation_error (422) on `cursor`
 */
export function fromTimeCursor(cursor: string): TimeKey {
  const [instant, id] = fromCursor(cursor, 2) as [string, string]
  if (!isInstant(instant) || !isId(id)) throw invalidCursor()
  return [instant, id]
}

/** Adds a parameter to a statement and returns its placeholder, such as `$3`. */
export type PutParameter = (value: unknown) => string

/** A condition written as SQL text, for a Drizzle query. */
export function toSql(build: (put: PutParameter) => string): SQL {
  const values: unknown[] = []
  const text = build((value) => `\0${values.push(value) - 1}\0`)
  const parts = text
    .split('\0')
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part)])}`))
  return sql.join(parts)
}

/** Condition for the rows after this key in a list that is newest first. */
export const olderThan = (table: { createdAt: PgColumn; id: PgColumn }, [instant, id]: TimeKey): SQL =>
  sql`(${table.createdAt}, ${table.id}) < (${instant}::timestamptz, ${id}::uuid)`

/** As `olderThan`, as SQL text. */
export const olderThanText = ([instant, id]: TimeKey, put: PutParameter): string =>
  `(created_at, id) < (${put(instant)}::timestamptz, ${put(id)}::uuid)`

/** SQL condition: one of the columns contains the search text, ignoring case. */
export function anywhereIn(columns: readonly string[], search: string, put: PutParameter): string {
  const like = put(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
  return `(${columns.map((column) => `${column} ilike ${like}`).join(' or ')})`
}

export const isInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
export const invalidCursor = () => problem.field('cursor', 'This cursor is not valid. Use one from an earlier response')

// PostgreSQL text cannot contain a zero character.
const isPlain = (text: string) => !text.includes('\0')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
