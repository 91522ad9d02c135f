import {
  type ColumnKey,
  columnHeading,
  type ExportColumn,
  type ExportKind,
  exportColumns,
} from '@adire/contract/export-columns.ts'
import { limits } from '@adire/contract/limits.ts'
import { writeXlsxStream } from 'hucre/xlsx'
import type { Tx } from '../database/connect.ts'
import { copyOut, toSqlLiteral } from '../database/copy.ts'
import type { PutParameter } from '../database/keyset.ts'
import {
  type Cell,
  cellSql,
  csvHeading,
  csvMark,
  type TableFormat,
  toCsvLines,
  toXlsxColumn,
  toXlsxRow,
} from './cells.ts'
import { problem } from './problem.ts'

interface KeyedColumn extends ExportColumn {
  /** Name in the `columns` query parameter. */
  key: string
}
/** A column whose cells are computed here. */
export interface RowColumn<Row> extends KeyedColumn {
  of: (row: Row) => Cell
}
/** A column computed by the database. `join` is added once if a chosen column needs it. */
export interface SqlColumn extends KeyedColumn {
  sql: string
  join?: string
}

type SqlCell = string | Pick<SqlColumn, 'sql' | 'join'>

/** The columns of an export with their cells, `{ reference: (row) => row.reference }`. */
export const rowColumns = <Kind extends ExportKind, Row>(
  kind: Kind,
  cells: Record<ColumnKey<Kind>, (row: Row) => Cell>,
): readonly RowColumn<Row>[] => withCells(kind, (key) => ({ of: cells[key] }))

/** The columns of an export with their SQL: texts, amounts in kobo, days and timestamps; the formats follow from the kind. */
export const sqlColumns = <Kind extends ExportKind>(
  kind: Kind,
  cells: Record<ColumnKey<Kind>, SqlCell>,
): readonly SqlColumn[] =>
  withCells(kind, (key) => {
    const cell: SqlCell = cells[key]
    return typeof cell === 'string' ? { sql: cell } : cell
  })

const withCells = <Kind extends ExportKind, Computed>(kind: Kind, cellOf: (key: ColumnKey<Kind>) => Computed) =>
  Object.entries<ExportColumn>(exportColumns[kind]).map(([key, column]) => ({
    key,
    ...column,
    ...cellOf(key as ColumnKey<Kind>),
  }))

/** What a caller asked for: a comma-separated list of keys (default: all columns), and the format of the file. */
export interface TableRequest {
  columns?: string | undefined
  format: TableFormat
}

type FilePieces = AsyncGenerator<string | Buffer>

/** Some rows of a table: their number, and their lines of CSV, or their cells for Excel. */
interface Page {
  rows: number
  lines?: string | Buffer
  cells?: Cell[][]
}

/**
 * A table as a file for spreadsheets, in pieces: CSV in UTF-8 with formulas escaped, or an Excel workbook. `read` returns the rows
 * after `last`, at most `limit`.
 * @throws validation_error (400) for an unknown column
 */
export function streamTable<Row>(
  all: readonly RowColumn<Row>[],
  { columns: requestedColumns, format }: TableRequest,
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): FilePieces {
  const columns = chosen(all, requestedColumns)
  const kinds = columns.map(({ kind }) => kind)
  let last: Row | undefined
  const pages = listPages(1_000, async (limit) => {
    const rows = await read(last, limit)
    last = rows.at(-1)
    const cells = rows.map((row) => columns.map(({ of }) => of(row)))
    return { rows: rows.length, ...(format === 'csv' ? { lines: toCsvLines(kinds, cells) } : { cells }) }
  })
  return writers[format](columns, pages)
}

/** The rows of a file: `where` over `table`, with values written by `put`; `join` adds data from other tables to each row. */
export interface SqlRows {
  table: string
  where: (put: PutParameter) => string
  join?: string
}
type Key = { createdAt: Date; id: string }

/** SQL condition for the ids of selected rows, separated by commas. */
export const selectedCondition = (ids: string, put: PutParameter): string => `id = any(${put(ids.split(','))}::uuid[])`

/**
 * As `streamTable`, for long lists, newest first. The database writes the lines of CSV, which is several times as fast as writing
 * them here, in pieces, so that no statement waits for a slow reader. The last row of each piece is looked up first, so
 * that no row is lost or repeated between pieces.
 * @throws validation_error (400) for an unknown column
 */
export function streamTableFromSql(
  tx: Tx,
  all: readonly SqlColumn[],
  { columns: requestedColumns, format }: TableRequest,
  { table, where, join = '' }: SqlRows,
): FilePieces {
  const columns = chosen(all, requestedColumns)
  // Cells and joins name a row by the singular of its table: `payment.reference`.
  const row = table.slice(0, -1)
  const matching = `select * from ${table} where ${where(toSqlLiteral)}`
  const cells = columns.map(({ kind, sql }) => cellSql(kind, sql, format)).join(', ')
  const joins = [join, ...new Set(columns.flatMap((column) => column.join ?? []))].join(' ')
  let last: Key | undefined
  const pages = listPages(2_000, async (limit) => {
    const rest = last ? `${matching} and (created_at, id) < ${keysetCondition(last)}` : matching
    const newest = 'order by created_at desc, id desc'
    const { rows } = await tx.$client.query<Key>(
      `select created_at as "createdAt", id from (${rest}) row ${newest} offset ${limit - 1} limit 1`,
    )
    last = rows[0]
    const from = last ? `${rest} and (created_at, id) >= ${keysetCondition(last)}` : rest
    const select = `select ${cells} from (${from}) ${row} ${joins} order by ${row}.created_at desc, ${row}.id desc`
    return format === 'csv' ? readLines(tx, select) : readCells(tx, select)
  })
  return writers[format](columns, pages)
}

async function readLines(tx: Tx, select: string): Promise<Page> {
  const { bytes, rows } = await copyOut(tx.$client, `copy (${select}) to stdout (format csv)`)
  return { rows, lines: bytes }
}

async function readCells(tx: Tx, select: string): Promise<Page> {
  const { rows: cells } = await tx.$client.query<Cell[]>({ text: select, rowMode: 'array' })
  return { rows: cells.length, cells }
}

const keysetCondition = ({ createdAt, id }: Key) =>
  `(${toSqlLiteral(createdAt)}::timestamptz, ${toSqlLiteral(id)}::uuid)`

async function* listPages(pageSize: number, read: (limit: number) => Promise<Page>): AsyncGenerator<Page> {
  for (let from = 0; from < limits.exportRows; from += pageSize) {
    const limit = Math.min(pageSize, limits.exportRows - from)
    const page = await read(limit)
    yield page
    if (page.rows < limit) return
  }
}

const writers: Record<TableFormat, (columns: readonly KeyedColumn[], pages: AsyncGenerator<Page>) => FilePieces> = {
  async *csv(columns, pages) {
    let isFirst = true
    for await (const { rows, lines } of pages) {
      if (isFirst) yield csvMark + csvHeading(columns.map(columnHeading))
      isFirst = false
      if (rows > 0) yield lines!
    }
  },
  async *xlsx(columns, pages) {
    const kinds = columns.map(({ kind }) => kind)
    // The first page is read before the file begins, so that an error can still be a response.
    const first = await pages.next()
    async function* rows() {
      for (const cells of first.done ? [] : first.value.cells!) yield toXlsxRow(kinds, cells)
      for await (const { cells } of pages) for (const row of cells!) yield toXlsxRow(kinds, row)
    }
    const file = writeXlsxStream(rows(), {
      name: 'Export',
      columns: columns.map(toXlsxColumn),
      freezePane: { rows: 1 },
    })
    for await (const piece of file) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
  },
}

function chosen<C extends KeyedColumn>(all: readonly C[], requestedColumns: string | undefined): readonly C[] {
  if (requestedColumns === undefined) return all
  const keys = requestedColumns.split(',')
  const unknown = keys.find((key) => !all.some((column) => column.key === key))
  if (unknown) throw problem.invalid([{ field: 'columns', message: `There is no column "${unknown}" here` }])
  return all.filter(({ key }) => keys.includes(key))
}

/** SQL that maps stored values to display names. */
export const sqlNames = (column: string, names: Record<string, string>) =>
  `case ${column} ${Object.entries(names)
    .map(([value, name]) => `when ${toSqlLiteral(value)} then ${toSqlLiteral(name)}`)
    .join(' ')} end`
