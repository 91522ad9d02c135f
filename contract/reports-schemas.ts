import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, inputSchema, Kobo, NoContent, SingleLineText } from './fields.ts'
import { asWorkbook, csvColumns } from './list-schemas.ts'
import { type JournalAccount, type JournalTemplate, journalAccountKeys, journalTemplates } from './reports.ts'

const Year = describe(
  'Calendar year in Lagos, such as `2026`.',
  z.coerce.number<number>('Use a year such as 2026').check(z.int(), z.minimum(2019), z.maximum(2200)),
)

/** Fees, VAT and movements of one month, in kobo. */
export const FeeMonth = describe(
  'Fees and VAT of one calendar month in Lagos. Amounts in kobo.',
  z.object({
    month: describe('Month, such as `2026-10`.', z.string()),
    payments: describe('Number of successful payments.', z.int()),
    grossKobo: describe('Amount that payers paid, in kobo.', Kobo),
    feesKobo: describe('Fees of the payments, without VAT, in kobo.', Kobo),
    vatKobo: describe('VAT (7.5%) on the fees, in kobo.', Kobo),
    refundsKobo: describe('Refunded to payers, in kobo, with the parts of split recipients.', Kobo),
    disputesKobo: describe(
      'Lost in disputes, in kobo, with the parts of split recipients. Amounts held do not count.',
      Kobo,
    ),
    stampDutyKobo: describe('Stamp duty on payouts, in kobo.', Kobo),
    paidOutKobo: describe('Paid out to the bank account, in kobo.', Kobo),
  }),
)
export type FeeMonth = z.infer<typeof FeeMonth>

export const getFeeSummary = {
  description:
    'Fees, VAT and movements of each month of a year (Lagos), for VAT returns. Payments count in the month in which they succeeded.',
  input: inputSchema({ year: Year }),
  output: z.object({ months: z.array(FeeMonth), total: z.omit(FeeMonth, { month: true }) }),
}

export const downloadFeeSummary = {
  description: 'CSV file of the fees and VAT of each month of a year, with naira amounts.',
  input: inputSchema({ year: Year, columns: csvColumns }),
  output: z.string(),
}
export const downloadFeeSummaryXlsx = asWorkbook(downloadFeeSummary)

export const downloadFeesByDay = {
  description:
    'CSV file of the fees and VAT of each day of a period (Lagos days, both included) on which money moved, with naira amounts. ' +
    '422 at `to` for more than 400 days.',
  input: inputSchema({ from: Day, to: Day, columns: csvColumns }),
  output: z.string(),
}
export const downloadFeesByDayXlsx = asWorkbook(downloadFeesByDay)

export const JournalPeriod = z.object({
  from: Day,
  to: Day,
  template: describe(
    'Layout of the file, for accounting software. Optional; default: `general`.',
    z._default(z.enum(Object.keys(journalTemplates) as [JournalTemplate, ...JournalTemplate[]]), 'general'),
  ),
})

export const downloadJournal = {
  description:
    'Double-entry journal of a period as a CSV file: one journal per Lagos day with sales, fees, VAT on fees, refunds, disputes, ' +
    'stamp duty and payouts; debits equal credits. `template`: `general` (default), or the columns and dates that `xero`, ' +
    '`quickbooks` or `sage` imports. 422 at `to` for more than 400 days.',
  input: inputSchema(JournalPeriod.shape),
  output: z.string(),
}

/** Programs run a cell that begins with `=`, `+`, `-` or `@` as a formula. */
const beginsPlainly = z.regex(/^[\p{L}\p{N}]/u, 'Begin with a letter or a digit')

export const JournalAccountName = z.object({
  code: describe(
    'Code in the chart of accounts, at most 10 letters, digits, dots, dashes or slashes.',
    SingleLineText(10).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9./-]*$/, 'Use letters, digits, dots, dashes or slashes')),
  ),
  name: describe('Name in the chart of accounts, at most 60 characters.', SingleLineText(60).check(beginsPlainly)),
})

const Accounts = describe(
  'Code and name of each account of the journal: `bank`; `clearing` (collected and not paid out); `reserve`; `advances` to split ' +
    'recipients; `cardChecks`; `vat` on fees; `sales`; `refunds`; `shares` of split recipients; `fees`; `duty` (stamp duty); `disputes`.',
  z.object(
    Object.fromEntries(journalAccountKeys.map((key) => [key, JournalAccountName])) as Record<
      JournalAccount,
      typeof JournalAccountName
    >,
  ),
)
export type JournalAccounts = z.infer<typeof Accounts>

/** What the form of the accounts has. */
export const NewJournalAccounts = z.object({ accounts: Accounts })

export const getJournalAccounts = {
  description: 'Accounts of the journal, as its files name them.',
  input: inputSchema({}),
  output: z.object({
    accounts: Accounts,
    isDefault: describe('Whether all of them are the defaults.', z.boolean()),
  }),
}

export const updateJournalAccounts = {
  description:
    'Sets codes and names of all accounts of the journal. Several may share one account of yours, with the same code and name; 422 for one ' +
    'code with two names, or one name with two codes.',
  input: inputSchema(NewJournalAccounts.shape),
  output: getJournalAccounts.output,
}

export const resetJournalAccounts = {
  description: 'Resets all accounts of the journal to the defaults.',
  input: inputSchema({}),
  output: NoContent,
}
