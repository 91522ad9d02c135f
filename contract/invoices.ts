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

/** Allowed status transitions; all others are rejected. */
export const invoiceMoves: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['partially_paid', 'paid', 'overdue', 'cancelled'],
  partially_paid: ['paid', 'overdue', 'cancelled'],
  overdue: ['partially_paid', 'paid', 'cancelled'],
  paid: [],
  cancelled: [],
}

/** Statuses of a sent invoice that is not fully paid. */
export const openInvoiceStatuses: readonly InvoiceStatus[] = ['pending', 'partially_paid', 'overdue']

/** Status filter of a list: one status, or `outstanding` for everything still owed. */
export const invoiceFilters = ['draft', 'outstanding', ...invoiceStatuses.slice(1)] as const
export type InvoiceFilter = 'outstanding' | InvoiceStatus

/** An invoice as it appears in lists. */
export const InvoiceRow = z.object({
  id: Id,
  /** Invoice number, `INV-0001`: sequential within the business. */
  number: z.string(),
  /**
   * `pending`: sent, not paid. `partially_paid`: paid in part before the due date passed. `overdue`: not fully paid after
   * the due date. `cancelled`: can no longer be paid.
   */
  status: InvoiceStatus,
  customerId: Id,
  customerEmail: z.string(),
  customerName: z.nullable(z.string()),
  /** Total in kobo, tax included. */
  totalKobo: Kobo,
  /** Amount paid in kobo. */
  paidKobo: Kobo,
  /** Amount refunded in kobo, by refunds or disputes. It is not owed again: the status of the invoice does not change. */
  refundedKobo: Kobo,
  /** Due date, a Lagos day. */
  dueOn: Day,
  createdAt: Timestamp,
})
export type InvoiceRow = z.infer<typeof InvoiceRow>

/** Payment of an invoice: through the checkout (`paymentId` is set), or recorded by the merchant. */
export const InvoicePayment = z.object({
  id: Id,
  /** Id of the payment. Null for a recorded payment. */
  paymentId: z.nullable(Id),
  /** `online` for a payment through the checkout. */
  method: z.enum(['online', ...OutsideMethod.options]),
  amountKobo: Kobo,
  refundedKobo: Kobo,
  paidOn: Day,
  note: z.nullable(z.string()),
  /**
   * Who recorded the payment: email address of a user, or an API key (`key …a1b2`). Null for a payment through the
   * checkout.
   */
  recordedBy: z.nullable(z.string()),
  /** Time the payment succeeded or was recorded. */
  at: Timestamp,
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** An invoice with its lines, totals, payments and timeline. */
export const Invoice = z.extend(InvoiceRow, {
  lines: z.array(InvoiceLine),
  /** Discount on the subtotal. Null for none. */
  discount: z.nullable(InvoiceDiscount),
  /** Tax rate in hundredths of a percent: 750 is 7.5 %. */
  taxBasisPoints: z.int(),
  /** Sum of the lines in kobo, before discount and tax. */
  subtotalKobo: Kobo,
  /** Discount in kobo. */
  discountKobo: Kobo,
  /** Tax in kobo. */
  taxKobo: Kobo,
  /** Note shown to the customer. Null for none. */
  note: z.nullable(z.string()),
  /** Whether the customer may pay in parts. */
  partPayment: z.boolean(),
  /** Id of the split that shares the payments. Null for none. */
  splitId: z.nullable(Id),
  /** Bearer of the fee: the setting of the business when the invoice was created. */
  feeBearer: FeeBearer,
  /** Days of email reminders relative to the due date; negative is before it. */
  reminderDays: z.array(z.int()),
  /** URL of the invoice page, where the customer reads and pays the invoice. Available once the invoice is sent. */
  url: z.string(),
  /** URL of the invoice as a PDF. */
  pdfUrl: z.string(),
  /** Time the invoice was first sent. Null for a draft. */
  sentAt: z.nullable(Timestamp),
  /** Time of the last reminder. Null without one. */
  remindedAt: z.nullable(Timestamp),
  /** Time the invoice was paid in full. Null until then. */
  paidAt: z.nullable(Timestamp),
  /** Time of the last refund. Null without one. */
  refundedAt: z.nullable(Timestamp),
  /** Payments of the invoice, through the checkout or recorded. */
  payments: z.array(InvoicePayment),
  /** Timeline, newest first. */
  events: z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
})
export type Invoice = z.infer<typeof Invoice>

const byWhat = {
  /** Invoice number (`INV-0012` or `12`), or the start of the customer's email address or name. Optional. */
  search: z.optional(SearchText(254)),
  /** First Lagos day of creation, included. Optional. */
  from: z.optional(Day),
  /** Last Lagos day of creation, included. Optional. */
  to: z.optional(Day),
  customerId: z.optional(Id),
}
const filters = { ...byWhat, status: z.optional(z.enum(invoiceFilters)) }

const { get, post, create, del, download } = endpointsFor('core', 'merchant')

/**
 * Invoices, newest first. `search` matches the number (`INV-0012`, `12`) and the start of the customer's email
 * address or name.
 */
export const listInvoices = get('invoice', inputSchema({ ...paginationFields, ...filters }), Paginated(InvoiceRow))
/**
 * Totals of all invoices that match a filter, in every status: number by status, and amounts owed, overdue, paid and
 * refunded in kobo. `owedKobo` is of sent invoices that are neither fully paid nor cancelled; `overdueKobo` is the
 * overdue part of it.
 */
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
/** CSV file of all invoices that match the filter, with Lagos times and naira amounts. */
export const downloadInvoices = download(
  'invoice/csv/download',
  inputSchema({ ...filters, columns: csvColumns }),
  z.string(),
  limits.downloads.invoices,
)
/** Creates a draft invoice with one line. The other fields have their defaults. */
export const createSimpleInvoice = create('invoice/simple-invoice', NewSimpleInvoice, Invoice)
/**
 * Creates a draft invoice. 422 at `lines` when the total is below 10000 or above 5000000000 kobo, at `discount` when
 * the discount is larger than the subtotal.
 */
export const createInvoice = create('invoice', NewInvoice, Invoice)
/** One invoice by id. 404 `invoice_not_found`. */
export const getInvoice = get('invoice/:id', inputSchema({ id: Id }), Invoice)
/**
 * Replaces the content of a draft: a field that is left out gets its default, except `splitId`, which stays. 409
 * `invoice_move_refused` once the invoice was sent: customers keep what they received. 422 as for a new invoice.
 */
export const updateInvoice = post('invoice/:id', z.extend(NewInvoice, { id: Id }), Invoice)
/** Deletes an invoice that is a draft or cancelled. 409 `invoice_move_refused` in any other status. */
export const deleteInvoice = del('invoice/:id', inputSchema({ id: Id }), NoContent)
/**
 * Emails the invoice to the customer, for the first time or again, with an optional message of at most 500
 * characters. A second call within a minute sends nothing. 409 `due_date_passed` when the due date of a draft has
 * passed, 409 `invoice_move_refused` for a paid or cancelled invoice; 429 `email_limit_reached`.
 */
export const sendInvoice = post('invoice/:id/send', z.extend(InvoiceMessage, { id: Id }), Invoice)
/**
 * Emails a reminder now, at most once an hour: 409 `reminded_already`. Only for a sent invoice that is not fully paid:
 * 409 `invoice_move_refused` in any other status. 429 `email_limit_reached`.
 */
export const remindInvoice = post('invoice/:id/remind', inputSchema({ id: Id }), Invoice)
/**
 * Records a payment received outside the checkout, up to the amount owed. 422 at `amountKobo` above the amount owed,
 * at `paidOn` in the future. 409 `invoice_move_refused` unless the invoice was sent and is neither fully paid nor
 * cancelled.
 */
export const recordInvoicePayment = create('invoice/:id/payments', z.extend(OutsidePayment, { id: Id }), Invoice)
/** Cancels an invoice: it can no longer be paid; payments received stay. 409 `invoice_move_refused` for a paid invoice. */
export const cancelInvoice = post('invoice/:id/cancel', inputSchema({ id: Id }), Invoice)
