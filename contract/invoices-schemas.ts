import * as z from 'zod/mini'
import { describe } from './describe.ts'
import {
  Day,
  Email,
  FeeBearer,
  Id,
  inputSchema,
  Kobo,
  MultilineText,
  NoContent,
  requiredOr,
  SingleLineText,
  Timestamp,
} from './fields.ts'
import { InvoiceNumber } from './invoice-numbers-schemas.ts'
import { invoiceFilters, invoiceSorts, invoiceStatuses, outsideMethods, reminderChoices } from './invoices.ts'
import { limits } from './limits.ts'
import { asWorkbook, exportFields, Paginated, paginationFields, searchText, sortField } from './list-schemas.ts'
import { messages } from './messages.ts'
import { Metadata, metadataChange, metadataField, metadataFilter } from './metadata-schemas.ts'
import { formatNaira } from './money.ts'

export const OutsideMethod = z.enum(Object.keys(outsideMethods) as [OutsideMethod, ...OutsideMethod[]])
export type OutsideMethod = keyof typeof outsideMethods

const tooMuch = `Amount cannot be more than ${formatNaira(limits.chargeMaximumKobo)}`

const Price = z
  .int(requiredOr('Enter an amount in naira'))
  .check(z.minimum(0, messages.amountAtLeast(0)), z.maximum(limits.chargeMaximumKobo, tooMuch))

const Quantity = z.number(requiredOr('Enter how many')).check(
  z.minimum(0.01, 'Use more than 0'),
  z.maximum(10_000, 'Use at most 10,000'),
  z.refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, 'Use two decimals at most'),
)

const BasisPoints = z
  .int('Use two decimals at most')
  .check(z.minimum(0, 'Use at least 0'), z.maximum(10_000, 'Use at most 100'))

/** Line of an invoice. `quantity`: more than 0, at most 10,000, two decimals. `unitPriceKobo`: 0 to 5000000000. */
export const InvoiceLine = z.strictObject({
  description: SingleLineText(200),
  quantity: Quantity,
  unitPriceKobo: Price,
})

export const InvoiceDiscount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('amount'), amountKobo: Price }),
  z.strictObject({ kind: z.literal('percent'), basisPoints: BasisPoints }),
])

const customer = {
  customerEmail: describe('Email address of the customer. Required. A new email address creates a customer.', Email),
  customerName: describe('Name of the customer. Optional, at most 120 characters.', z.optional(SingleLineText(120))),
}

/** Fields of an invoice that the merchant sets. */
export const invoiceFields = {
  ...customer,
  number: describe(
    'Invoice number of your own: at most 30 characters, letters A to Z, digits and `-`, `/`, `.`, `_`, with at least one digit. ' +
      'Optional; default: the next automatic number. Unique within the business: 409 `invoice_number_taken`. In a change of a ' +
      'draft, leave it out to keep the number; null replaces your own number by the next automatic one.',
    z.optional(z.nullable(InvoiceNumber)),
  ),
  lines: describe(
    'Items, 1 to 50. Required. `description`: at most 200 characters. `quantity`: more than 0, at most ' +
      '10,000, at most two decimals. `unitPriceKobo`: 0 to 5000000000 kobo.',
    z.array(InvoiceLine).check(z.minLength(1, 'Add an item'), z.maxLength(limits.invoiceLines, 'Use fewer items')),
  ),
  discount: describe(
    'Discount on the subtotal: `amountKobo` in kobo, at most the subtotal, or `basisPoints` in hundredths ' +
      'of a percent (0 to 10000). Optional.',
    z.optional(z.nullable(InvoiceDiscount)),
  ),
  taxBasisPoints: describe(
    'Tax rate in hundredths of a percent: 750 is 7.5%, at most 10000. Optional; default: 0. Applied ' +
      'after the discount.',
    z.optional(BasisPoints),
  ),
  dueOn: describe('Due date, a Lagos day. Required.', Day),
  splitId: describe(
    'Id of the split that shares the payments. Optional. In a change of a draft, leave it out to keep the ' +
      'split; null removes it.',
    z.optional(z.nullable(Id)),
  ),
  note: describe('Note shown to the customer, at most 1,000 characters. Optional.', z.optional(MultilineText(1000))),
  partPayment: describe('Whether the customer may pay in parts. Optional; default: false.', z.optional(z.boolean())),
  reminderDays: describe(
    'Days of email reminders relative to the due date, sent at 08:00 Lagos time: any of -7, -3, -1, 0, 1, ' +
      '3, 7, 14; negative is before it. Optional; default: -3, 0, 3, 7.',
    z.optional(
      z
        .array(z.int().check(z.refine((day) => (reminderChoices as readonly number[]).includes(day), 'Not such a day')))
        .check(z.maxLength(reminderChoices.length)),
    ),
  ),
}

export const NewInvoice = inputSchema({ ...invoiceFields, metadata: metadataField('The customer does not see it.') })

/** A new invoice with one line. */
export const NewSimpleInvoice = inputSchema({
  ...customer,
  description: describe('Description of the item, at most 200 characters. Required.', SingleLineText(200)),
  amountKobo: describe(
    'Amount in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required.',
    z
      .int(requiredOr('Enter an amount in naira'))
      .check(
        z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
        z.maximum(limits.chargeMaximumKobo, tooMuch),
      ),
  ),
  dueOn: describe('Due date, a Lagos day. Required.', Day),
  metadata: metadataField('The customer does not see it.'),
})

export const InvoiceMessage = inputSchema({ message: describe('Text of the email.', z.optional(MultilineText(500))) })

/** A payment received outside the checkout. */
export const OutsidePayment = inputSchema({
  amountKobo: describe(
    'Amount received in kobo: at least 1, at most the amount owed. Required.',
    z
      .int(requiredOr('Enter an amount in naira'))
      .check(z.minimum(1, messages.amountAtLeast('0.01')), z.maximum(limits.chargeMaximumKobo, tooMuch)),
  ),
  method: describe('Payment method. Required.', OutsideMethod),
  paidOn: describe('Lagos day of the payment, not in the future. Required.', Day),
  note: describe('Note, at most 200 characters. Optional.', z.optional(SingleLineText(200))),
})

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
