import { lagosOffsetMs } from '@adire/contract/durations.ts'
import { type CellKind, columnHeading, type ExportColumn } from '@adire/contract/export-columns.ts'
import { stringify } from 'csv-stringify/sync'
import type { CellValue, ColumnDef } from 'hucre/xlsx'

/** Value of a cell, by the kind of its column: kobo for `naira`, a Date for `time`, a day such as `2026-03-18` for `day`. */
export type Cell = string | number | Date | null | undefined

/** Formats of exported tables. */
export type TableFormat = 'csv' | 'xlsx'

/** One kind of cell in both formats. */
interface CellFormat {
  /** A CSV cell. Text that begins like a formula is escaped; kobo, as a bigint, are not: they may begin with a minus. */
  csv(value: NonNullable<Cell>): string | number | bigint
  /** SQL of a CSV cell. */
  csvSql(sql: string): string
  xlsx(value: NonNullable<Cell>): CellValue
  /** SQL whose value `xlsx` takes. */
  valueSql(sql: string): string
  /** Number format of the Excel column. */
  numberFormat?: string
  width: number
}

/** Characters that an Excel cell can have. */
const cellMaximum = 32_767

// First characters that csv-stringify escapes as formulas too: tab, return, = + - @ and their full-width forms.
const formula = [...'\t\r=+-@\uFF1D\uFF0B\uFF0D\uFF20'].map((sign) => sign.charCodeAt(0)).join(', ')

const name: CellFormat = {
  csv: String,
  csvSql: (sql) => sql,
  xlsx: (value) => String(value).slice(0, cellMaximum),
  valueSql: (sql) => sql,
  width: 22,
}

const instantFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})

const formats: Record<CellKind, CellFormat> = {
  name,
  // Text that people typed: a quote before what a CSV program would read as a formula. A text cell of Excel is never read as one.
  text: {
    ...name,
    csvSql: (sql) => `case when ascii(${sql}) in (${formula}) then '''' || ${sql} else ${sql} end`,
    width: 28,
  },
  // Naira without thousands separators and with two decimals, so that a spreadsheet can add it up.
  naira: {
    csv: (kobo) => BigInt(kobo as number),
    csvSql: (sql) => `(${sql}) * 0.01`,
    xlsx: (kobo) => Number(kobo) / 100,
    valueSql: (sql) => sql,
    numberFormat: '#,##0.00',
    width: 18,
  },
  whole: { ...name, csv: Number, xlsx: Number, numberFormat: '#,##0', width: 12 },
  day: {
    ...name,
    xlsx: (day) => new Date(String(day)),
    valueSql: (sql) => `(${sql})::text`,
    numberFormat: 'dd mmm yyyy',
    width: 14,
  },
  // Lagos time that a spreadsheet can sort: `2026-03-18 15:32:07`. The heading names the time zone.
  time: {
    csv: (at) => instantFormat.format(at as Date),
    csvSql: (sql) => `date_trunc('second', ${sql} at time zone 'Africa/Lagos')`,
    xlsx: (at) => new Date((at as Date).getTime() + lagosOffsetMs),
    valueSql: (sql) => sql,
    numberFormat: 'dd mmm yyyy hh:mm:ss',
    width: 22,
  },
}

/** SQL of a cell in one format. */
export const cellSql = (kind: CellKind, sql: string, format: TableFormat) =>
  format === 'csv' ? formats[kind].csvSql(sql) : formats[kind].valueSql(sql)

/** Lines of CSV for cells of these kinds. */
export const toCsvLines = (kinds: readonly CellKind[], rows: readonly Cell[][]): string =>
  stringify(
    rows.map((cells) => cells.map((cell, index) => (cell == null ? '' : formats[kinds[index]!].csv(cell)))),
    {
      escape_formulas: true,
      record_delimiter: 'windows',
      cast: { bigint: (kobo) => (Number(kobo) / 100).toFixed(2) },
    },
  )

/** Byte order mark at the start of a CSV file, by which spreadsheets detect UTF-8. */
export const csvMark = '\uFEFF'

/** First line of a CSV file. */
export const csvHeading = (headings: readonly string[]): string =>
  toCsvLines(
    headings.map(() => 'name'),
    [[...headings]],
  )

export const toXlsxRow = (kinds: readonly CellKind[], cells: readonly Cell[]): CellValue[] =>
  cells.map((cell, index) => (cell == null ? null : formats[kinds[index]!].xlsx(cell)))

export const toXlsxColumn = (column: ExportColumn): ColumnDef => {
  const { numberFormat, width } = formats[column.kind]
  const header = columnHeading(column)
  return { header, width: Math.max(width, header.length + 2), ...(numberFormat && { numFmt: numberFormat }) }
}
