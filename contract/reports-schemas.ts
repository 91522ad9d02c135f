import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, inputSchema, Kobo } from './fields.ts'
import { asWorkbook, csvColumns } from './list-schemas.ts'
import { type JournalTemplate, journalTemplates } from './reports.ts'

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
    vatKobo: describe('VAT (7.5 %) on the fees, in kobo.', Kobo),
    refundsKobo: describe('Refunded to payers, in kobo.', Kobo),
    disputesKobo: describe('Held for disputes and lost in them, less what was released, in kobo.', Kobo),
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
