import { limits } from '@adire/contract/limits.ts'
import { formatNairaNumber } from '@adire/contract/money.ts'
import { stringify } from 'csv-stringify/sync'
import { problem } from './problem.ts'

export interface CsvColumn<Row> {
  /** What a caller names it by, to have only some. */
  key: string
  title: string
  of: (row: Row) => string | number | null | undefined
}

const atOnce = 1_000
const mark = '\uFEFF'

const lines = (records: unknown[][]) => stringify(records, { escape_formulas: true, record_delimiter: 'windows' })

/**
 * Rows as a spreadsheet opens them: UTF-8 with its mark, and no cell that a spreadsheet would take for a formula. `read`
 * answers the rows that come after the last one of the piece before, at most `limit`. `asked` names the columns to keep.
 */
export async function* csvOf<Row>(
  all: readonly CsvColumn<Row>[],
  asked: string | undefined,
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<string> {
  const columns = chosen(all, asked)
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

function chosen<Row>(all: readonly CsvColumn<Row>[], asked: string | undefined): readonly CsvColumn<Row>[] {
  if (asked === undefined) return all
  const keys = asked.split(',')
  const unknown = keys.find((key) => !all.some((column) => column.key === key))
  if (unknown) throw problem.invalid([{ field: 'columns', message: `There is no column "${unknown}" here` }])
  return all.filter(({ key }) => keys.includes(key))
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
