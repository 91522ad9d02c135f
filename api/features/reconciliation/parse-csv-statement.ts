import { parse } from 'csv-parse/sync'
import { type BankLine, type BankStatement, maxLines, parseBankDay, parseBankKobo } from './bank-statement.ts'

/** Names of columns that banks use, in the order of preference. */
const columns = {
  day: ['transaction date', 'trans date', 'posting date', 'date', 'value date'],
  narration: ['narration', 'description', 'remarks', 'details', 'transaction details', 'particulars'],
  debit: ['debit', 'debits', 'debit amount', 'withdrawal', 'withdrawals', 'money out'],
  credit: ['credit', 'credits', 'credit amount', 'deposit', 'deposits', 'lodgement', 'lodgements', 'money in'],
  amount: ['amount', 'transaction amount'],
  reference: ['reference', 'reference number', 'transaction reference', 'ref', 'ref no'],
} as const
type Column = keyof typeof columns

/** Lines above the table that banks write: name, period, opening balance. */
const maxHeadings = 30

/**
 * Reads a statement in CSV. The table begins at the line that names a day and an amount, or debit and credit.
 * @throws Error that names the line that cannot be read
 */
export function parseCsvStatement(text: string): BankStatement {
  const rows: string[][] = parse(text, { bom: true, relax_column_count: true, skip_empty_lines: true, trim: true })
  const heading = rows.slice(0, maxHeadings).findIndex((row) => isHeading(findColumns(row)))
  if (heading === -1)
    throw new Error('No line names the columns: a date, a narration, and an amount or debit and credit')
  const found = findColumns(rows[heading]!)
  const body = rows.slice(heading + 1)
  if (body.length > maxLines) throw new Error(`The statement has more than ${maxLines} lines: split it by days`)
  const lines = body.map((row, index) => {
    try {
      return toLine(row, found)
    } catch (error) {
      throw new Error(`Line ${index + 1} of the table: ${(error as Error).message}`)
    }
  })
  return { account: null, lines: lines.filter((line) => line !== undefined) }
}

const normalise = (name: string) =>
  name
    .toLowerCase()
    .replace(/\(.*\)|[.:]/g, '')
    .trim()

function findColumns(row: readonly string[]): Partial<Record<Column, number>> {
  const names = row.map(normalise)
  const entries = Object.entries(columns).flatMap(([column, known]) => {
    const name = known.find((one) => names.includes(one))
    return name === undefined ? [] : [[column, names.indexOf(name)] as const]
  })
  return Object.fromEntries(entries)
}

const isHeading = ({ day, narration, amount, debit, credit }: Partial<Record<Column, number>>): boolean =>
  day !== undefined &&
  narration !== undefined &&
  (amount !== undefined || (debit !== undefined && credit !== undefined))

/** Undefined for a line without an amount, such as "Opening balance". */
function toLine(row: readonly string[], found: Partial<Record<Column, number>>): BankLine | undefined {
  const read = (column: Column) => (found[column] === undefined ? '' : (row[found[column]!] ?? ''))
  const readKobo = (column: Column) => (/\d/.test(read(column)) ? parseBankKobo(read(column)) : 0)
  const amountKobo =
    found.amount === undefined ? Math.abs(readKobo('credit')) - Math.abs(readKobo('debit')) : readKobo('amount')
  if (amountKobo === 0) return undefined
  return {
    day: parseBankDay(read('day')),
    amountKobo,
    narration: read('narration'),
    reference: read('reference') || null,
  }
}
