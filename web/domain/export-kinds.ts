import { downloadAuditEvents, downloadAuditEventsXlsx } from '@adire/contract/audit.ts'
import { downloadCustomers, downloadCustomersXlsx } from '@adire/contract/customers.ts'
import { downloadMandates, downloadMandatesXlsx } from '@adire/contract/direct-debit.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { ExportKind } from '@adire/contract/export-columns.ts'
import { downloadInvoices, downloadInvoicesXlsx } from '@adire/contract/invoices.ts'
import { downloadPayments, downloadPaymentsXlsx } from '@adire/contract/payments.ts'
import {
  downloadFeeSummary,
  downloadFeeSummaryXlsx,
  downloadFeesByDay,
  downloadFeesByDayXlsx,
} from '@adire/contract/reports.ts'
import { downloadSettlements, downloadSettlementsXlsx } from '@adire/contract/settlements.ts'
import { downloadSplitParties, downloadSplitPartiesXlsx } from '@adire/contract/splits.ts'
import { downloadSubscriptions, downloadSubscriptionsXlsx } from '@adire/contract/subscriptions.ts'

type KindOfExport = {
  /** Singular and plural name of the rows. */
  rows: readonly [one: string, many: string]
  csv: Endpoint
  xlsx: Endpoint
  /** The rows have a date that the export can be limited to. */
  hasPeriod?: boolean
}

/** What each export is called and which endpoints write it. */
export const exportKinds: Record<ExportKind, KindOfExport> = {
  transactions: {
    rows: ['transaction', 'transactions'],
    csv: downloadPayments,
    xlsx: downloadPaymentsXlsx,
    hasPeriod: true,
  },
  customers: { rows: ['customer', 'customers'], csv: downloadCustomers, xlsx: downloadCustomersXlsx },
  invoices: { rows: ['invoice', 'invoices'], csv: downloadInvoices, xlsx: downloadInvoicesXlsx, hasPeriod: true },
  settlements: {
    rows: ['settlement', 'settlements'],
    csv: downloadSettlements,
    xlsx: downloadSettlementsXlsx,
    hasPeriod: true,
  },
  settlementLines: { rows: ['line', 'lines'], csv: downloadSettlements, xlsx: downloadSettlementsXlsx },
  subscriptions: {
    rows: ['subscription', 'subscriptions'],
    csv: downloadSubscriptions,
    xlsx: downloadSubscriptionsXlsx,
  },
  mandates: { rows: ['mandate', 'mandates'], csv: downloadMandates, xlsx: downloadMandatesXlsx },
  recipients: {
    rows: ['recipient', 'recipients'],
    csv: downloadSplitParties,
    xlsx: downloadSplitPartiesXlsx,
  },
  fees: { rows: ['month', 'months'], csv: downloadFeeSummary, xlsx: downloadFeeSummaryXlsx },
  feesByDay: { rows: ['day', 'days'], csv: downloadFeesByDay, xlsx: downloadFeesByDayXlsx, hasPeriod: true },
  auditEvents: { rows: ['entry', 'entries'], csv: downloadAuditEvents, xlsx: downloadAuditEventsXlsx, hasPeriod: true },
}
