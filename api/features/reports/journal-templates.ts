import type { CellKind } from '@adire/contract/export-columns.ts'
import { type JournalTemplate, journalAccounts } from '@adire/contract/reports.ts'
import { type Cell, csvHeading, csvMark, toCsvLines } from '../../http/cells.ts'
import { formatDay } from '../../lagos.ts'
import type { JournalLine } from './journal.ts'

interface LineColumn {
  heading: string
  kind: CellKind
  of: (line: JournalLine, brand: string) => Cell
}

const name = (heading: string, of: LineColumn['of']): LineColumn => ({ heading, kind: 'name', of })
const amount = (heading: string, of: LineColumn['of']): LineColumn => ({ heading, kind: 'naira', of })

const journalNumber = ({ day }: JournalLine) => `PAY-${day.replaceAll('-', '')}`
const narration = ({ day }: JournalLine, brand: string) => `${brand} payments of ${formatDay(day)}`
const slashed = ({ day }: JournalLine) => day.split('-').reverse().join('/')
const debit = ({ amountKobo }: JournalLine) => (amountKobo > 0 ? amountKobo : null)
const credit = ({ amountKobo }: JournalLine) => (amountKobo < 0 ? -amountKobo : null)
const code = ({ account }: JournalLine) => journalAccounts[account].code
const accountName = ({ account }: JournalLine) => journalAccounts[account].name

/** Columns of each template, with the headings and date format of its program. */
const templates: Record<JournalTemplate, readonly LineColumn[]> = {
  general: [
    name('Journal', journalNumber),
    name('Date', ({ day }) => day),
    name('Account code', code),
    name('Account', accountName),
    name('Description', narration),
    amount('Debit (NGN)', debit),
    amount('Credit (NGN)', credit),
  ],
  // Manual journals: a debit is positive, a credit negative; lines with one narration and date are one journal.
  xero: [
    name('*Narration', narration),
    name('*Date', slashed),
    name('Description', accountName),
    name('*AccountCode', code),
    name('*TaxRate', () => 'Tax Exempt'),
    amount('*Amount', ({ amountKobo }) => amountKobo),
    name('TrackingName1', () => null),
    name('TrackingOption1', () => null),
    name('TrackingName2', () => null),
    name('TrackingOption2', () => null),
  ],
  quickbooks: [
    name('*JournalNo', journalNumber),
    name('*JournalDate', slashed),
    name('*AccountName', accountName),
    amount('*Debits', debit),
    amount('*Credits', credit),
    name('Description', narration),
    name('Name', () => null),
    name('Currency', () => 'NGN'),
  ],
  // Audit trail transactions: JD is a journal debit, JC a journal credit; T9 is outside the scope of VAT.
  sage: [
    name('Type', ({ amountKobo }) => (amountKobo > 0 ? 'JD' : 'JC')),
    name('Account Reference', () => null),
    name('Nominal A/C Ref', code),
    name('Department Code', () => '0'),
    name('Date', slashed),
    name('Reference', journalNumber),
    name('Details', (line, brand) => `${narration(line, brand)}: ${accountName(line)}`.slice(0, 60)),
    amount('Net Amount', ({ amountKobo }) => Math.abs(amountKobo)),
    name('Tax Code', () => 'T9'),
    amount('Tax Amount', () => 0),
  ],
}

/** A journal as a CSV file in one template. Programs compare the first heading, so only the file for people has a byte order mark. */
export function writeJournal(template: JournalTemplate, lines: readonly JournalLine[], brand: string): string {
  const columns = templates[template]
  const rows = lines.map((line) => columns.map(({ of }) => of(line, brand)))
  const text =
    csvHeading(columns.map(({ heading }) => heading)) +
    toCsvLines(
      columns.map(({ kind }) => kind),
      rows,
    )
  return template === 'general' ? csvMark + text : text
}
