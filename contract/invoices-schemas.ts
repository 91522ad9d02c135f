import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, FeeBearer, Id, inputSchema, Kobo, NoContent, SingleLineText, Timestamp } from './fields.ts'
import {
  InvoiceDiscount,
  InvoiceLine,
  InvoiceMessage,
  NewInvoice,
  NewSimpleInvoice,
  OutsideMethod,
  OutsidePayment,
} from './invoice-form-schemas.ts'
import { invoiceFilters, invoiceSorts, invoiceStatuses } from './invoices.ts'
import { asWorkbook, exportFields, Paginated, paginationFields, searchText, sortField } from './list-schemas.ts'
import { Metadata, metadataChange, metadataFilter } from './metadata-schemas.ts'

export const InvoiceStatus = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const InvoiceRow = describe(
  'An invoice as it appears in lists.',
  z.object({
    id: Id,
    number: describe(
      'Invoice number: your own, or an automatic one such as `INV-0001`. Unique within the business.',
      z.string(),
    ),
    status: describe(
      '`pending`: sent, not paid. `partially_paid`: paid in part before the due date passed. `overdue`: not ' +
        'fully paid after the due date. `cancelled`: can no longer be paid.',
      InvoiceStatus,
    ),
    customerId: Id,
    customerEmail: z.string(),
    customerName: z.nullable(z.string()),
    totalKobo: describe('Total in kobo, tax included.', Kobo),
    paidKobo: describe('Amount paid in kobo.', Kobo),
    refundedKobo: describe(
      'Amount refunded in kobo, by refunds or disputes. It is not owed again: the status of the invoice ' +
        'does not change.',
      Kobo,
    ),
    dueOn: describe('Due date, a Lagos day.', Day),
    createdAt: Timestamp,
  }),
)
export type InvoiceRow = z.infer<typeof InvoiceRow>

export const InvoicePayment = describe(
  'Payment of an invoice: through the checkout (`paymentId` is set), or recorded by the merchant.',
  z.object({
    id: Id,
    paymentId: describe('Id of the payment. Null for a recorded payment.', z.nullable(Id)),
    method: describe('`online` for a payment through the checkout.', z.enum(['online', ...OutsideMethod.options])),
    amountKobo: describe('Amount in kobo that counts for the invoice: without a fee that the payer bears.', Kobo),
    refundedKobo: describe('Part of it in kobo that was refunded.', Kobo),
    paidOn: Day,
    note: z.nullable(z.string()),
    recordedBy: describe(
      'Who recorded the payment: email address of a user, or an API key (`key …a1b2`). Null for a payment ' +
        'through the checkout.',
      z.nullable(z.string()),
    ),
    at: describe('Time the payment succeeded or was recorded.', Timestamp),
  }),
)
export type InvoicePayment = z.infer<typeof InvoicePayment>

export const Invoice = describe(
  'An invoice with its lines, totals, payments and timeline.',
  z.extend(InvoiceRow, {
    lines: z.array(InvoiceLine),
    discount: describe('Discount on the subtotal. Null for none.', z.nullable(InvoiceDiscount)),
    taxBasisPoints: describe('Tax rate in hundredths of a percent: 750 is 7.5%.', z.int()),
    subtotalKobo: describe('Sum of the lines in kobo, before discount and tax.', Kobo),
    discountKobo: describe('Discount in kobo.', Kobo),
    taxKobo: describe('Tax in kobo.', Kobo),
    note: describe('Note shown to the customer. Null for none.', z.nullable(z.string())),
    partPayment: describe('Whether the customer may pay in parts.', z.boolean()),
    splitId: describe('Id of the split that shares the payments. Null for none.', z.nullable(Id)),
    feeBearer: describe('Bearer of the fee: the setting of the business when the invoice was created.', FeeBearer),
    reminderDays: describe(
      'Days of email reminders relative to the due date; negative is before it.',
      z.array(z.int()),
    ),
    metadata: describe('Your own data. The customer does not see it.', Metadata),
    url: describe(
      'URL of the invoice page, where the customer reads and pays the invoice. Available once the invoice ' +
        'is sent.',
      z.string(),
    ),
    pdfUrl: describe('URL of the invoice as a PDF.', z.string()),
    sentAt: describe('Time the invoice was first sent. Null for a draft.', z.nullable(Timestamp)),
    remindedAt: describe('Time of the last reminder. Null without one.', z.nullable(Timestamp)),
    paidAt: describe('Time the invoice was paid in full. Null until then.', z.nullable(Timestamp)),
    refundedAt: describe('Time of the last refund. Null without one.', z.nullable(Timestamp)),
    payments: describe('Payments of the invoice, through the checkout or recorded.', z.array(InvoicePayment)),
    events: describe(
      'Timeline, newest first.',
      z.array(z.object({ at: Timestamp, kind: z.string(), text: z.string() })),
    ),
  }),
)
export type Invoice = z.infer<typeof Invoice>

const byWhat = {
  search: searchText,
  from: describe('First Lagos day of creation, included. Optional.', z.optional(Day)),
  to: describe('Last Lagos day of creation, included. Optional.', z.optional(Day)),
  customerId: z.optional(Id),
}

const filters = { ...byWhat, status: z.optional(z.enum(invoiceFilters)) }

export const listInvoices = {
  description:
    'Invoices, newest first unless `sort` is given. `search` also matches the number: its beginning, or the digits of an automatic one (`INV-0012`, `12`).',
  input: inputSchema({ ...paginationFields, ...filters, metadata: metadataFilter, sort: sortField(invoiceSorts) }),
  output: Paginated(InvoiceRow),
}

export const getInvoiceTotals = {
  description:
    'Totals of all invoices that match a filter, in every status: number by status, and amounts owed, ' +
    'overdue, paid and refunded in kobo. `owedKobo` is of sent invoices that are neither fully paid nor ' +
    'cancelled; `overdueKobo` is the overdue part of it.',
  input: inputSchema(byWhat),
  output: z.object({
    counts: z.partialRecord(InvoiceStatus, z.int()),
    owedKobo: Kobo,
    overdueKobo: Kobo,
    paidKobo: Kobo,
    refundedKobo: Kobo,
  }),
}

export const downloadInvoices = {
  description: 'CSV file of all invoices that match the filter, with Lagos times and naira amounts.',
  input: inputSchema({ ...filters, ...exportFields }),
  output: z.string(),
}

export const downloadInvoicesXlsx = asWorkbook(downloadInvoices)

export const createSimpleInvoice = {
  description: 'Creates a draft invoice with one line. The other fields have their defaults.',
  input: NewSimpleInvoice,
  output: Invoice,
}

export const createInvoice = {
  description:
    'Creates a draft invoice. 422 at `lines` when the total is below 10000 or above 5000000000 kobo, at ' +
    '`discount` when the discount is larger than the subtotal.',
  input: NewInvoice,
  output: Invoice,
}

export const getInvoice = {
  description: 'One invoice by id. 404 `invoice_not_found`.',
  input: inputSchema({ id: Id }),
  output: Invoice,
}

export const updateInvoice = {
  description:
    'Replaces the content of a draft: a field that is left out gets its default, except `splitId` and ' +
    '`metadata`, which stay. 409 `invoice_move_refused` once the invoice was sent: customers keep what they received. 422 ' +
    'as for a new invoice.',
  input: z.extend(NewInvoice, { id: Id, metadata: metadataChange('The customer does not see it.') }),
  output: Invoice,
}

export const deleteInvoice = {
  description: 'Deletes an invoice that is a draft or cancelled. 409 `invoice_move_refused` in any other status.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const sendInvoice = {
  description:
    'Emails the invoice to the customer, for the first time or again, with an optional message of at most ' +
    '500 characters. A second call within a minute sends nothing. 409 `due_date_passed` when the due date ' +
    'of a draft has passed, 409 `invoice_move_refused` for a paid or cancelled invoice; 429 ' +
    '`email_limit_reached`.',
  input: z.extend(InvoiceMessage, { id: Id }),
  output: Invoice,
}

export const remindInvoice = {
  description:
    'Emails a reminder now, at most once an hour: 409 `reminded_already`. Only for a sent invoice that is ' +
    'not fully paid: 409 `invoice_move_refused` in any other status. 429 `email_limit_reached`.',
  input: inputSchema({ id: Id }),
  output: Invoice,
}

export const recordInvoicePayment = {
  description:
    'Records a payment received outside the checkout, up to the amount owed. 422 at `amountKobo` above ' +
    'the amount owed, at `paidOn` in the future. 409 `invoice_move_refused` unless the invoice was sent ' +
    'and is neither fully paid nor cancelled.',
  input: z.extend(OutsidePayment, { id: Id }),
  output: Invoice,
}

export const InvoicePaymentRemoval = inputSchema({
  reason: describe('Reason, at most 200 characters. Required. The customer does not see it.', SingleLineText(200)),
})

export const removeInvoicePayment = {
  description:
    'Removes a recorded payment, such as one recorded by mistake: `paidKobo` is less by it, and the invoice is open again ' +
    'unless it is cancelled or paid without it. 409 `payment_not_recorded` for a payment through the checkout: refund it. ' +
    '404 `payment_not_found`. Event: `invoice.payment_removed`.',
  input: z.extend(InvoicePaymentRemoval, {
    id: Id,
    invoicePaymentId: describe('Id of the payment of the invoice.', Id),
  }),
  output: Invoice,
}

export const cancelInvoice = {
  description:
    'Cancels an invoice: it can no longer be paid; payments received stay. 409 `invoice_move_refused` for ' +
    'a paid invoice.',
  input: inputSchema({ id: Id }),
  output: Invoice,
}
