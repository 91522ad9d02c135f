import type { FieldError } from '@adire/contract/call.ts'
import { mandateKinds } from '@adire/contract/direct-debit.ts'
import { type MandateImportColumn, mandateImportColumns, maxImportRows } from '@adire/contract/mandate-import.ts'
import { periodIntervals } from '@adire/contract/periods.ts'
import { parse } from 'csv-parse/sync'
import { problem } from '../../http/problem.ts'
import { activeBanks } from '../lookups/lookups.ts'

export type ImportCells = Partial<Record<MandateImportColumn, string>>

interface ImportLine {
  line: number
  cells: ImportCells
}

const required: readonly MandateImportColumn[] = [
  'customer_email',
  'bank',
  'account_number',
  'kind',
  'amount',
  'start_on',
  'narration',
]

const unreadable = (message: string) => problem.field('csv', message, 'import_unreadable')

/**
 * Rows of a file with titles, separated by commas or semicolons. Empty lines are skipped.
 * @throws 422 import_unreadable
 */
export function readImportFile(csv: string): ImportLine[] {
  const [titles, ...body] = parseCsv(csv)
  const columns = (titles?.record ?? []).map((title) => title.toLowerCase().replace(/[\s-]+/g, '_'))
  const missing = required.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw unreadable(`The first line has no column ${missing.join(', ')}. Use the template`)
  const unknown = columns.find((column) => column && !isColumn(column))
  if (unknown !== undefined) throw unreadable(`There is no column ${unknown}. Use the template`)
  if (body.length === 0) throw unreadable('The file has no mandates below the titles')
  if (body.length > maxImportRows)
    throw unreadable(`The file has ${body.length} mandates. Import at most ${maxImportRows} at once`)
  return body.map(({ record, info }) => ({
    line: info.lines,
    cells: Object.fromEntries(columns.map((column, index) => [column, record[index]?.trim() ?? ''])),
  }))
}

const isColumn = (name: string): name is MandateImportColumn => mandateImportColumns.some((column) => column === name)

function parseCsv(csv: string) {
  const delimiter = (csv.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  try {
    return parse(csv, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch {
    throw unreadable('This is not a CSV file: a quote is not closed, or a line is not readable')
  }
}

/** Input of a new mandate from the cells of a row. Values that cannot be read are errors; missing ones are left to the schema. */
export function toMandateInput(cells: ImportCells): { input: object; errors: FieldError[] } {
  const errors: FieldError[] = []
  const read = <Value>(
    field: string,
    text: string | undefined,
    parseCell: (text: string) => Value | undefined,
    rule: string,
  ) => {
    if (!text) return undefined
    const value = parseCell(text)
    if (value === undefined) errors.push({ field, message: rule })
    return value
  }
  const naira = 'Enter an amount in naira, like 12500 or 12,500.00'
  const day = 'Enter a day like 2026-12-01'
  const account = cells.account_number?.replace(/[\s'-]/g, '')
  if (account && /^\d{4,9}$/.test(account))
    errors.push({
      field: 'accountNumber',
      message: 'An account number has 10 digits. A spreadsheet may have removed zeros at its start',
    })
  const input = {
    customerEmail: cells.customer_email,
    customerName: cells.customer_name || undefined,
    bankId: read('bankId', cells.bank, findBankId, 'There is no bank with this name or code'),
    accountNumber: account,
    kind: read('kind', cells.kind, oneOf(mandateKinds), `Use ${mandateKinds.join(' or ')}`),
    amountKobo: read('amountKobo', cells.amount, toKobo, naira),
    maxTotalKobo: read('maxTotalKobo', cells.max_total, toKobo, naira),
    frequency: read('frequency', cells.frequency, oneOf(periodIntervals), `Use ${periodIntervals.join(', ')}`),
    startOn: read('startOn', cells.start_on, toDay, day),
    endOn: read('endOn', cells.end_on, toDay, day),
    narration: cells.narration,
    feeBearer: read('feeBearer', cells.fee_bearer, oneOf(['merchant', 'customer']), 'Use merchant or customer'),
  }
  const defined = Object.entries(input).filter(([, value]) => value !== undefined)
  return { input: Object.fromEntries(defined), errors }
}

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text.toLowerCase())

const words = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/ (plc|limited|ltd)\b/g, '')
    .trim()

/** Id of an active bank by its code, or by its name without case and punctuation. */
function findBankId(text: string): number | undefined {
  const name = words(text)
  return activeBanks.find((bank) => bank.code === text.padStart(3, '0') || words(bank.name) === name)?.id
}

function toKobo(text: string): number | undefined {
  const plain = text.replace(/^(NGN|₦)\s*/i, '').replaceAll(',', '')
  const [, naira, kobo = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return naira === undefined ? undefined : Number(naira) * 100 + Number(kobo.padEnd(2, '0'))
}

/** "2026-12-01" or "01/12/2026". */
function toDay(text: string): string | undefined {
  const [, date, month, year] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? []
  const day = year ? `${year}-${month!.padStart(2, '0')}-${date!.padStart(2, '0')}` : text
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(day) : undefined
  return at && !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === day ? day : undefined
}
