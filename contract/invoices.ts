import { endpointsFor } from './endpoint.ts'
import type * as schemas from './invoices-schemas.ts'
import type { InvoiceStatus } from './invoices-schemas.ts'
import { limits } from './limits.ts'

/** Reminder days relative to the due date; negative is before it. */
export const reminderChoices = [-7, -3, -1, 0, 1, 3, 7, 14] as const

export const usualReminders = [-3, 0, 3, 7]

/** Payment methods of a payment outside the checkout. */
export const outsideMethods = {
  cash: 'Cash',
  transfer: 'Bank transfer',
  pos: 'POS terminal',
  cheque: 'Cheque',
  other: 'Other',
} as const

/** Orders of the list of invoices; each has an index. */
export const invoiceSorts = ['-createdAt', 'createdAt', '-totalKobo', 'totalKobo', '-dueOn', 'dueOn'] as const

export const invoiceStatuses = ['draft', 'pending', 'partially_paid', 'paid', 'overdue', 'cancelled'] as const

/** Names on screen and in files: `pending` is sent, and neither paid in part nor overdue. */
export const invoiceStatusNames: Record<InvoiceStatus, string> = {
  draft: 'Draft',
  pending: 'Unpaid',
  partially_paid: 'Partially paid',
  paid: 'Paid',
  overdue: 'Overdue',
  cancelled: 'Cancelled',
}

/** Allowed status transitions; all others are rejected. */
export const invoiceMoves: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['partially_paid', 'paid', 'overdue', 'cancelled'],
  // Back to an earlier status: a payment that was recorded by mistake is removed.
  partially_paid: ['pending', 'paid', 'overdue', 'cancelled'],
  overdue: ['partially_paid', 'paid', 'cancelled'],
  paid: ['pending', 'partially_paid', 'overdue'],
  cancelled: [],
}

/** Statuses of a sent invoice that is not fully paid. */
export const openInvoiceStatuses: readonly InvoiceStatus[] = ['pending', 'partially_paid', 'overdue']

/** Status filter of a list: one status, or `outstanding` for everything still owed. */
export const invoiceFilters = ['draft', 'outstanding', ...invoiceStatuses.slice(1)] as const

export type InvoiceFilter = 'outstanding' | InvoiceStatus

const { get, post, create, del, download } = endpointsFor('core', 'merchant', 'payments', 'invoices')
export const listInvoices = get<typeof schemas.listInvoices>('invoice')
export const getInvoiceTotals = get<typeof schemas.getInvoiceTotals>('invoice/totals')
export const downloadInvoices = download<typeof schemas.downloadInvoices>(
  'invoice/csv/download',
  limits.downloads.invoices,
)
export const downloadInvoicesXlsx = download<typeof schemas.downloadInvoicesXlsx>(
  'invoice/xlsx/download',
  'invoice.xlsx',
)
export const createSimpleInvoice = create<typeof schemas.createSimpleInvoice>('invoice/simple-invoice', {
  errors: ['invoice_number_taken'],
})
export const createInvoice = create<typeof schemas.createInvoice>('invoice', { errors: ['invoice_number_taken'] })
export const getInvoice = get<typeof schemas.getInvoice>('invoice/:id', { errors: ['invoice_not_found'] })
export const updateInvoice = post<typeof schemas.updateInvoice>('invoice/:id', {
  errors: ['invoice_move_refused', 'invoice_not_found', 'invoice_number_taken'],
})
export const deleteInvoice = del<typeof schemas.deleteInvoice>('invoice/:id', {
  errors: ['invoice_move_refused', 'invoice_not_found'],
})
export const sendInvoice = post<typeof schemas.sendInvoice>('invoice/:id/send', {
  errors: ['due_date_passed', 'email_limit_reached', 'invoice_move_refused', 'invoice_not_found'],
})
export const remindInvoice = post<typeof schemas.remindInvoice>('invoice/:id/remind', {
  errors: ['email_limit_reached', 'invoice_move_refused', 'invoice_not_found', 'reminded_already'],
})
export const recordInvoicePayment = create<typeof schemas.recordInvoicePayment>('invoice/:id/payments', {
  errors: ['invoice_move_refused', 'invoice_not_found'],
})
export const removeInvoicePayment = post<typeof schemas.removeInvoicePayment>(
  'invoice/:id/payments/:invoicePaymentId/remove',
  { errors: ['invoice_not_found', 'payment_not_found', 'payment_not_recorded'] },
)
export const cancelInvoice = post<typeof schemas.cancelInvoice>('invoice/:id/cancel', {
  errors: ['invoice_move_refused', 'invoice_not_found'],
})
