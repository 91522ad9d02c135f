import { limits } from '@adire/contract/limits.ts'
import { stringify } from 'csv-stringify/sync'
import type { Tx } from '../database/connect.ts'
import { copyOut, toSqlLiteral } from '../database/copy.ts'
import type { PutParameter } from '../database/keyset.ts'
import { problem } from './problem.ts'

interface Column {
  /** What a caller names it by, to have only some. */
  key: string
  title: string
}
export interface CsvColumn<Row> extends Column {
  /** An amount is a bigint, by `csvNaira`: it may begin with a minus, where a text that does is taken for a formula. */
  of: (row: Row) => string | number | bigint | null | undefined
}
/** A cell that the database writes: text of people through `sqlText`; numbers, and words of ours, as they are. */
export interface SqlColumn extends Column {
  sql: string
}

/** The next rows of a file, at most `limit`, and how many they are. */
type Read = (limit: number) => Promise<{ piece: string | Buffer; rows: number }>

const mark = '\uFEFF'

const lines = (records: unknown[][]) =>
  stringify(records, {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { bigint: (kobo) => (Number(kobo) / 100).toFixed(2) },
  })

/**
 * Rows as a spreadsheet opens them: UTF-8 with its mark, and no cell that a spreadsheet would take for a formula. `read`
 * answers the rows that come after the last one of the piece before, at most `limit`. `asked` names the columns to keep.
 */
export function streamCsv<Row>(
  all: readonly CsvColumn<Row>[],
  requestedColumns: string | undefined,
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string | Buffer> {
  const columns = chosen(all, requestedColumns)
  let last: Row | undefined
  return streamPieces(columns, 1_000, async (limit) => {
    const rows = await read(last, limit)
    last = rows.at(-1)
    return { piece: lines(rows.map((row) => columns.map(({ of }) => of(row) ?? ''))), rows: rows.length }
  })
}

/** The rows of a file: `where` over `table`, as `put` takes values; `join` adds to each row what is not in the table. */
export interface SqlRows {
  table: string
  where: (put: PutParameter) => string
  join?: string
}
type Key = { createdAt: Date; id: string }

/**
 * The same for lists that can be long, newest first. The database writes the lines, which is several times as fast as
 * writing them here, and a piece at a time, so that no statement waits for a slow reader. Where a piece ends is asked
 * first: between two pieces no row is lost and none comes twice.
 */
export function csvFromSql(
  tx: Tx,
  all: readonly SqlColumn[],
  requestedColumns: string | undefined,
  { table, where, join = '' }: SqlRows,
): AsyncGenerator<string | Buffer> {
  const columns = chosen(all, requestedColumns)
  const matching = `select * from ${table} where ${where(toSqlLiteral)}`
  let last: Key | undefined
  return streamPieces(columns, 2_000, async (limit) => {
    const rest = last ? `${matching} and (created_at, id) < ${keysetCondition(last)}` : matching
    const newest = 'order by created_at desc, id desc'
    const { rows } = await tx.$client.query<Key>(
      `select created_at as "createdAt", id from (${rest}) row ${newest} offset ${limit - 1} limit 1`,
    )
    last = rows[0]
    const from = last ? `${rest} and (created_at, id) >= ${keysetCondition(last)}` : rest
    const cells = columns.map(({ sql }) => sql).join(', ')
    const { bytes, rows: count } = await copyOut(
      tx.$client,
      `copy (select ${cells} from (${from}) ${table.slice(0, -1)} ${join} ${newest}) to stdout (format csv)`,
    )
    return { piece: bytes, rows: last ? limit : count }
  })
}

const keysetCondition = ({ createdAt, id }: Key) =>
  `(${toSqlLiteral(createdAt)}::timestamptz, ${toSqlLiteral(id)}::uuid)`

async function* streamPieces(columns: readonly Column[], atOnce: number, read: Read): AsyncGenerator<string | Buffer> {
  for (let from = 0; from < limits.exportRows; from += atOnce) {
    const limit = Math.min(atOnce, limits.exportRows - from)
    const { piece, rows } = await read(limit)
    if (from === 0) yield mark + lines([columns.map(({ title }) => title)])
    if (rows > 0) yield piece
    if (rows < limit) return
  }
}

function chosen<C extends Column>(all: readonly C[], requestedColumns: string | undefined): readonly C[] {
  if (requestedColumns === undefined) return all
  const keys = requestedColumns.split(',')
  const unknown = keys.find((key) => !all.some((column) => column.key === key))
  if (unknown) throw problem.invalid([{ field: 'columns', message: `There is no column "${unknown}" here` }])
  return all.filter(({ key }) => keys.includes(key))
}

// What csv-stringify takes for the beginning of a formula too: tab, return, = + - @ and their wide forms.
const formula = [...'\t\r=+-@\uFF1D\uFF0B\uFF0D\uFF20'].map((sign) => sign.charCodeAt(0)).join(', ')

/** Text that anybody may have written: what a spreadsheet would take for a formula gets a quote before it. */
export const sqlText = (text: string) =>
  `case when ascii(${text}) in (${formula}) then '''' || ${text} else ${text} end`

/** Words of ours for what is kept. */
export const sqlNames = (column: string, names: Record<string, string>) =>
  `case ${column} ${Object.entries(names)
    .map(([value, name]) => `when '${value}' then '${name}'`)
    .join(' ')} end`

/** An instant as a spreadsheet sorts it, in Lagos time: `2026-03-18 15:32:07`. The column's title names the zone. */
export const csvInstant = (at: Date) => instantFormat.format(at)
export const sqlInstant = (column: string) => `date_trunc('second', ${column} at time zone 'Africa/Lagos')`

/** Kobo as naira without separators and always with two decimals, so that a spreadsheet adds it up. */
export const csvNaira = (kobo: number): bigint => BigInt(kobo)
export const sqlNaira = (column: string) => `${column} * 0.01`

const instantFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})
