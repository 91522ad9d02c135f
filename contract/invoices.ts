import * as z from 'zod/mini'
import { endpointsFor } from './endpoint.ts'
import {
  csvColumns,
  Day,
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  NoContent,
  Paginated,
  paginationFields,
  SearchText,
  Timestamp,
} from './fields.ts'
import {
  InvoiceDiscount,
  InvoiceLine,
  InvoiceMessage,
  NewInvoice,
  NewSimpleInvoice,
  OutsideMethod,
  OutsidePayment,
} from './invoice-fields.ts'
import { limits } from './limits.ts'

export const invoiceStatuses = ['draft', 'pending', 'partially_paid', 'paid', 'overdue', 'cancelled'] as const
export const InvoiceStatus = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

/** Which status may follow which; any other move is refused. */
export const invoiceMoves: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['partially_paid', 'paid', 'overdue', 'cancelled'],
  partially_paid: ['paid', 'overdue', 'cancelled'],
  overdue: ['partially_paid', 'paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

/** Sent, and not paid to the end: what the customer still owes. */
export const openInvoiceStatuses: readonly InvoiceStatus[] = ['pending', 'partially_paid', 'overdue']

/** What a list is asked for: one status, or all that is owed. */
export const invoiceFilters = ['draft', 'outstanding', ...invoiceStatuses.slice(1)] as const
export type InvoiceFilter = 'outstanding' | InvoiceStatus

export const InvoiceRow = z.object({
  id: Id,
  /** `INV-0001`: counted up for each business by itself. */
  number: z.string(),
  status: InvoiceStatus,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  totalKobo: Kobo,
  paidKobo: Kobo,
  /** What of it went back since, by refund or dispute. It is not owed again: the invoice stays what it is. */
  refundedKobo: Kobo,
  dueOn: Day,
  createdAt: Timestamp,
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** Money towards an invoice: through the checkout (`paymentId`), or written down by the business. */
export const InvoicePayment = z.object({
  id: Id,
  paymentId: z.nullable(Id),
  method: z.enum(['online', ...OutsideMethod.options]),
  amountKobo: Kobo,
  refundedKobo: Kobo,
  paidOn: Day,
  note: z.nullable(z.string()),
  recordedBy: z.nullable(z.string()),
  at: Timestamp,
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

export const Invoice = z.extend(InvoiceRow, {
  lines: z.array(InvoiceLine),
  discount: z.nullable(InvoiceDiscount),
  taxBasisPoints: z.int(),
  subtotalKobo: Kobo,
  discountKobo: Kobo,
  taxKobo: Kobo,
  note: z.nullable(z.string()),
  partPayment: z.boolean(),
  /** By what its payments are shared. */
  splitId: z.nullable(Id),
  feeBearer: FeeBearer,
  reminderDays: z.array(z.int()),
  /** Where the customer reads and pays it, once it was sent. */
  url: z.string(),
  pdfUrl: z.string(),
  sentAt: z.nullable(Timestamp),
  remindedAt: z.nullable(Timestamp),
  paidAt: z.nullable(Timestamp),
  /** When something went back last. */
  refundedAt: z.nullable(Timestamp),
  payments: z.array(InvoicePayment),
  /** What happened, newest first, in plain sentences. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Invoice = z.infer<typeof Invoice>

const byWhat = {
  search: z.optional(SearchText(254)),
  /** The Lagos days, both included, on which it was written. */
  from: z.optional(Day),
  to: z.optional(Day),
  customerId: z.optional(Id),
}
const filters = { ...byWhat, status: z.optional(z.enum(invoiceFilters)) }

const { get, post, create, del, download } = endpointsFor('core', 'merchant')

/** Newest first. `search` finds by number (`INV-0012`, `12`) and by the beginning of the customer's address or name. */
export const listInvoices = get('invoice', inputSchema({ ...paginationFields, ...filters }), Paginated(InvoiceRow))
/** What all invoices of a filter come to, whatever their status: how many in each, what is owed, what was paid, and what of that went back. */
export const getInvoiceTotals = get(
  'invoice/totals',
  inputSchema(byWhat),
  z.object({
    counts: z.partialRecord(InvoiceStatus, z.int()),
    owedKobo: Kobo,
    overdueKobo: Kobo,
    paidKobo: Kobo,
    refundedKobo: Kobo,
  }),
)
/** All that the filter finds, in Lagos time and naira. */
export const downloadInvoices = download(
  'invoice/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  limits.downloads.invoices,
)
/** A draft of one line. */
export const createSimpleInvoice = create('invoice/simple-invoice', NewSimpleInvoice, Invoice)
/** A draft. 422 at `lines` where it comes to less or more than can be charged. */
export const createInvoice = create('invoice', NewInvoice, Invoice)
export const getInvoice = get('invoice/:id', inputSchema({ id: Id }), Invoice)
/** 409 unless it is a draft: what a customer was sent stays as it was. */
export const updateInvoice = post('invoice/:id', z.extend(NewInvoice, { id: Id }), Invoice)
/** 409 unless it is a draft or cancelled. */
export const deleteInvoice = del('invoice/:id', inputSchema({ id: Id }), NoContent)
/** Mails it to the customer, the first time or again. */
export const sendInvoice = post('invoice/:id/send', z.extend(InvoiceMessage, { id: Id }), Invoice)
/** Mails a reminder now; once an hour at most. */
export const remindInvoice = post('invoice/:id/remind', inputSchema({ id: Id }), Invoice)
/** Writes down what was paid in some other way, up to what is owed. */
export const recordInvoicePayment = create('invoice/:id/payments', z.extend(OutsidePayment, { id: Id }), Invoice)
/** From then on it can no longer be paid; what was paid stays. */
export const cancelInvoice = post('invoice/:id/cancel', inputSchema({ id: Id }), Invoice)
