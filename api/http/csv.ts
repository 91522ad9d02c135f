import { limits } from '@adire/contract/limits.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { stringify } from 'csv-stringify/sync'

export interface CsvColumn<Row> {
  title: string
  of: (row: Row) => string | number | null | undefined
}

const atOnce = 1_000
const mark = '\uFEFF'

const lines = (records: unknown[][]) => stringify(records, { escape_formulas: true, record_delimiter: 'windows' })

/**
 * Rows as a spreadsheet opens them: UTF-8 with its mark, and no cell that a spreadsheet would take for a formula. `read`
 * answers the rows that come after the last one of the piece before, at most `limit`.
 */
export async function* csvOf<Row>(
  columns: readonly CsvColumn<Row>[],
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  let last: Row | undefined
  let head: unknown[][] = [columns.map(({ title }) => title)]
  for (let count = 0; count < limits.exportRows; count += atOnce) {
    const rows = await read(last, atOnce)
    const text = lines([...head, ...rows.map((row) => columns.map(({ of }) => of(row) ?? ''))])
    if (text) yield count === 0 ? mark + text : text
    if (rows.length < atOnce) return
    head = []
    last = rows.at(-1)
  }
}

const instantFormat = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Africa/Lagos',
})

/** An instant as a spreadsheet sorts it, in Lagos time: `2026-03-18 15:32:07`. The column's title names the zone. */
export const csvInstant = (at: Date) => instantFormat.format(at)

/** Kobo as naira without separators, so that a spreadsheet adds it up. */
export const csvNaira = (kobo: number) => formatNairaNumber(kobo).replaceAll(',', '')
