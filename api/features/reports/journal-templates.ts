import type { CellKind } from '@adire/contract/export-columns.ts'
import type { JournalTemplate } from '@adire/contract/reports.ts'
import type { JournalAccounts } from '@adire/contract/reports-schemas.ts'
import { type Cell, csvHeading, csvMark, toCsvLines } from '../../http/cells.ts'
import { formatDay } from '../../lagos.ts'
import type { JournalLine } from './journal.ts'

/** What a journal needs besides its lines. */
interface JournalNames {
  accounts: JournalAccounts
  brand: string
}

interface LineColumn {
  heading: string
  kind: CellKind
  of: (line: JournalLine, names: JournalNames) => Cell
}

const name = (heading: string, of: LineColumn['of']): LineColumn => ({ heading, kind: 'name', of })
/** Something that the merchant typed. */
const typed = (heading: string, of: LineColumn['of']): LineColumn => ({ heading, kind: 'text', of })
const amount = (heading: string, of: LineColumn['of']): LineColumn => ({ heading, kind: 'naira', of })

const journalNumber = ({ day }: JournalLine) => `PAY-${day.replaceAll('-', '')}`
const narration = ({ day }: JournalLine, { brand }: JournalNames) => `${brand} payments of ${formatDay(day)}`
const slashed = ({ day }: JournalLine) => day.split('-').reverse().join('/')
const debit = ({ amountKobo }: JournalLine) => (amountKobo > 0 ? amountKobo : null)
const credit = ({ amountKobo }: JournalLine) => (amountKobo < 0 ? -amountKobo : null)
const code = ({ account }: JournalLine, { accounts }: JournalNames) => accounts[account].code
const accountName = ({ account }: JournalLine, { accounts }: JournalNames) => accounts[account].name

/** Columns of each template, with the headings and date format of its program. */
const templates: Record<JournalTemplate, readonly LineColumn[]> = {
  general: [
    name('Journal', journalNumber),
    name('Date', ({ day }) => day),
    typed('Account code', code),
    typed('Account', accountName),
    name('Description', narration),
    amount('Debit (NGN)', debit),
    amount('Credit (NGN)', credit),
  ],
  // Manual journals: a debit is positive, a credit negative; lines with one narration and date are one journal.
  xero: [
    name('*Narration', narration),
    name('*Date', slashed),
    typed('Description', accountName),
    typed('*AccountCode', code),
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
    typed('*AccountName', accountName),
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
    typed('Nominal A/C Ref', code),
    name('Department Code', () => '0'),
    name('Date', slashed),
    name('Reference', journalNumber),
    typed('Details', (line, names) => `${narration(line, names)}: ${accountName(line, names)}`.slice(0, 60)),
    amount('Net Amount', ({ amountKobo }) => Math.abs(amountKobo)),
    name('Tax Code', () => 'T9'),
    amount('Tax Amount', () => 0),
  ],
}

/** A journal as a CSV file in one template. Programs compare the first heading, so only the file for people has a byte order mark. */
export function writeJournal(template: JournalTemplate, lines: readonly JournalLine[], names: JournalNames): string {
  const columns = templates[template]
  const rows = lines.map((line) => columns.map(({ of }) => of(line, names)))
  const text =
    csvHeading(columns.map(({ heading }) => heading)) +
    toCsvLines(
      columns.map(({ kind }) => kind),
      rows,
    )
  return template === 'general' ? csvMark + text : text
}
