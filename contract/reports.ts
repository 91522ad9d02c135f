import { endpointsFor } from './endpoint.ts'
import type * as schemas from './reports-schemas.ts'

/** Formats of the journal: any program, or the import template of one. */
export const journalTemplates = {
  general: 'Any program',
  xero: 'Xero',
  quickbooks: 'QuickBooks',
  sage: 'Sage 50',
} as const
export type JournalTemplate = keyof typeof journalTemplates

/**
 * Accounts of the journal by key: code and name, until the merchant sets those of its own chart of accounts. `clearing`: money that the provider has collected
 * and not paid out. `shares`: parts of sales that belong to split recipients.
 */
export const journalAccounts = {
  bank: { code: '1200', name: 'Bank' },
  clearing: { code: '1205', name: 'Payment provider clearing' },
  reserve: { code: '1206', name: 'Payment provider reserve' },
  advances: { code: '1207', name: 'Advances to split recipients' },
  cardChecks: { code: '1208', name: 'Card checks' },
  vat: { code: '2201', name: 'VAT on payment fees' },
  sales: { code: '4000', name: 'Sales' },
  refunds: { code: '4009', name: 'Refunds' },
  shares: { code: '5001', name: 'Shares of split recipients' },
  fees: { code: '7901', name: 'Payment fees' },
  duty: { code: '7902', name: 'Stamp duty on payouts' },
  disputes: { code: '8100', name: 'Lost disputes' },
} as const
export type JournalAccount = keyof typeof journalAccounts
export const journalAccountKeys = Object.keys(journalAccounts) as JournalAccount[]

const { get, download } = endpointsFor('settlements', 'merchant', 'payments', 'reports')

export const getFeeSummary = get<typeof schemas.getFeeSummary>('reports/fees')
export const downloadFeeSummary = download<typeof schemas.downloadFeeSummary>('reports/fees/csv/download', 'fees.csv')
export const downloadFeeSummaryXlsx = download<typeof schemas.downloadFeeSummaryXlsx>(
  'reports/fees/xlsx/download',
  'fees.xlsx',
)
export const downloadFeesByDay = download<typeof schemas.downloadFeesByDay>(
  'reports/fees/days/csv/download',
  'fees-by-day.csv',
)
export const downloadFeesByDayXlsx = download<typeof schemas.downloadFeesByDayXlsx>(
  'reports/fees/days/xlsx/download',
  'fees-by-day.xlsx',
)
export const downloadJournal = download<typeof schemas.downloadJournal>('reports/journal/download', 'journal.csv')

const member = endpointsFor('settlements', 'member', 'account', 'reports')
export const getJournalAccounts = endpointsFor('settlements', 'merchant', 'account', 'reports').get<
  typeof schemas.getJournalAccounts
>('reports/journal/accounts')
export const updateJournalAccounts = member.put<typeof schemas.updateJournalAccounts>('reports/journal/accounts')
export const resetJournalAccounts = member.del<typeof schemas.resetJournalAccounts>('reports/journal/accounts')
