import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Day, Email, Id, inputSchema, MultilineText, requiredOr, SingleLineText } from './fields.ts'
import { InvoiceNumber } from './invoice-numbers-schemas.ts'
import { outsideMethods, reminderChoices } from './invoices.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { metadataField } from './metadata-schemas.ts'
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
