import { type SQL, sql } from 'drizzle-orm'
import type { ExtraConfigColumn, PgColumn } from 'drizzle-orm/pg-core'
import { problem } from '../http/problem.ts'

/**
 * The end of an index that serves a list newest first. Nulls first, as PostgreSQL orders when told `desc`: an index
 * with nulls last is passed over, and the list sorts every row there is.
 */
export const newestFirst = (table: { createdAt: ExtraConfigColumn; id: ExtraConfigColumn }) =>
  [table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst()] as const

/** Where a page of a list ended, opaque to its reader: the sort key of its last row. */
export const toCursor = (key: readonly string[]): string => Buffer.from(JSON.stringify(key)).toString('base64url')

/** The sort key in a cursor, of as many texts as the list sorts by; anything else is refused. */
export function fromCursor(cursor: string, length: number): string[] {
  const key = parsed(Buffer.from(cursor, 'base64url').toString())
  if (Array.isArray(key) && key.length === length && key.every((part) => typeof part === 'string' && isPlain(part)))
    return key
  throw notACursor()
}

/** The sort key of a list that goes by time. */
type TimeKey = [instant: string, id: string]

export function fromTimeCursor(cursor: string): TimeKey {
  const [instant, id] = fromCursor(cursor, 2) as [string, string]
  if (!isInstant(instant) || !isId(id)) throw notACursor()
  return [instant, id]
}

/** Puts a value into a statement that is being written, and answers its place: `$3`. */
export type PutParameter = (value: unknown) => string

/** Of a list that goes newest first: what comes after the row of this key. */
export const olderThan = (table: { createdAt: PgColumn; id: PgColumn }, [instant, id]: TimeKey): SQL =>
  sql`(${table.createdAt}, ${table.id}) < (${instant}::timestamptz, ${id}::uuid)`

/** The same as the text of a statement. */
export const olderThanText = ([instant, id]: TimeKey, put: PutParameter): string =>
  `(created_at, id) < (${put(instant)}::timestamptz, ${put(id)}::uuid)`

/** What stands anywhere in one of these columns, in either case. */
export function anywhereIn(columns: readonly string[], search: string, put: PutParameter): string {
  const like = put(`%${search.replace(/[\\%_]/g, '\\$&')}%`)
  return `(${columns.map((column) => `${column} ilike ${like}`).join(' or ')})`
}

export const isInstant = (text: string) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text))
export const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)
export const notACursor = () => problem.field('cursor', 'This is not a cursor of ours')

// PostgreSQL has no text with a zero character in it.
const isPlain = (text: string) => !text.includes('\0')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
