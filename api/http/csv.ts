import { limits } from '@adire/contract/limits.ts'
import { stringify } from 'csv-stringify/sync'
import type { Tx } from '../database/connect.ts'
import { copyOut, toSqlLiteral } from '../database/copy.ts'
import type { PutParameter } from '../database/keyset.ts'
import { problem } from './problem.ts'

interface Column {
  /** Column name in the `columns` query parameter. */
  key: string
  title: string
}
/** A column whose cells are computed here. */
export interface CsvColumn<Row> extends Column {
  /** A cell. Amounts are bigints (`csvNaira`): they may start with a minus, while such a text would be escaped as a formula. */
  of: (row: Row) => string | number | bigint | null | undefined
}
/** A column written by the database: user text must go through `sqlText`; numbers and our own names need not. */
export interface SqlColumn extends Column {
  sql: string
}

/** Reads the next rows of a file, at most `limit`, and returns their number. */
type Read = (limit: number) => Promise<{ piece: string | Buffer; rows: number }>

const mark = '\uFEFF'

const lines = (records: unknown[][]) =>
  stringify(records, {
    escape_formulas: true,
    record_delimiter: 'windows',
    cast: { bigint: (kobo) => (Number(kobo) / 100).toFixed(2) },
  })

/**
 * A CSV file for spreadsheets: UTF-8 with a byte order mark, formulas escaped. `read` returns the rows after `last`, at most
 * `limit`. `requestedColumns` is a comma-separated list of keys; all columns by default.
 * @throws validation_error (400) for an unknown column
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

/** The rows of a file: `where` over `table`, with values written by `put`; `join` adds data from other tables to each row. */
export interface SqlRows {
  table: string
  where: (put: PutParameter) => string
  join?: string
}
type Key = { createdAt: Date; id: string }

/**
 * As `streamCsv`, for long lists, newest first. The database writes the lines, which is several times as fast as writing
 * them here, in pieces, so that no statement waits for a slow reader. The last row of each piece is looked up first, so
 * that no row is lost or repeated between pieces.
 * @throws validation_error (400) for an unknown column
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

// First characters that csv-stringify escapes as formulas too: tab, return, = + - @ and their full-width forms.
const formula = [...'\t\r=+-@\uFF1D\uFF0B\uFF0D\uFF20'].map((sign) => sign.charCodeAt(0)).join(', ')

/** SQL of user text, escaped: a quote is put before a text that a spreadsheet would take for a formula. */
export const sqlText = (text: string) =>
  `case when ascii(${text}) in (${formula}) then '''' || ${text} else ${text} end`

/** SQL that maps stored values to display names. */
export const sqlNames = (column: string, names: Record<string, string>) =>
  `case ${column} ${Object.entries(names)
    .map(([value, name]) => `when '${value}' then '${name}'`)
    .join(' ')} end`

/** An instant in Lagos time that spreadsheets can sort: `2026-03-18 15:32:07`. The column title names the time zone. */
export const csvInstant = (at: Date) => instantFormat.format(at)
/** As `csvInstant`, as SQL over a timestamptz column. */
export const sqlInstant = (column: string) => `date_trunc('second', ${column} at time zone 'Africa/Lagos')`

/** Kobo as naira without thousands separators and with two decimals, so that a spreadsheet can add it up. */
export const csvNaira = (kobo: number): bigint => BigInt(kobo)
/** As `csvNaira`, as SQL over a kobo column. */
export const sqlNaira = (column: string) => `${column} * 0.01`

const instantFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})
