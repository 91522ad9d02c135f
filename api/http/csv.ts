import { stringify } from 'csv-stringify/sync'

export interface CsvColumn<Row> {
  title: string
  of: (row: Row) => string | number | null | undefined
}

/**
 * Rows as a spreadsheet opens them: UTF-8 with its mark, and no cell that a spreadsheet would take for a formula.
 */
export const toCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  stringify([columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ of }) => of(row) ?? ''))], {
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })

const instantFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})

/** An instant as a spreadsheet sorts it, in Lagos time: `2026-03-18 15:32:07`. The column's title names the zone. */
export const csvInstant = (at: Date) => instantFormat.format(at)
