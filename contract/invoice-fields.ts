import * as z from 'zod/mini'
import { Day, Email, Id, inputSchema, Kobo, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNairaNumber } from './money.ts'

/** Reminder days relative to the due date; negative is before it. */
export const reminderChoices = [-7, -3, -1, 0, 1, 3, 7, 14] as const
export const usualReminders = [-3, 0, 3, 7]

/** Payment methods of a payment outside the checkout. */
export const outsideMethods = {
  cash: 'Cash',
  transfer: 'Bank transfer',
  pos: 'POS terminal',
  cheque: 'Cheque',
  other: 'Something else',
} as const
export const OutsideMethod = z.enum(Object.keys(outsideMethods) as [OutsideMethod, ...OutsideMethod[]])
export type OutsideMethod = keyof typeof outsideMethods

const tooMuch = `Amount cannot be more than ${formatNairaNumber(limits.chargeMaximumKobo)}`
const Price = z
  .int('Enter an amount in naira')
  .check(z.minimum(0, messages.amountAtLeast(0)), z.maximum(limits.chargeMaximumKobo, tooMuch))

const Quantity = z.number('Enter how many').check(
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
  /** Email address of the customer. Required. A new email address creates a customer. */
  customerEmail: Email,
  /** Name of the customer. Optional, at most 120 characters. */
  customerName: z.optional(SingleLineText(120)),
}

/** Fields of an invoice that the merchant sets. */
export const invoiceFields = {
  ...customer,
  /**
   * Items, 1 to 50. Required. `description`: at most 200 characters. `quantity`: more than 0, at most 10,000, at most two
   * decimals. `unitPriceKobo`: 0 to 5000000000 kobo.
   */
  lines: z.array(InvoiceLine).check(z.minLength(1, 'Add an item'), z.maxLength(limits.invoiceLines, 'Use fewer items')),
  /**
   * Discount on the subtotal: `amountKobo` in kobo, at most the subtotal, or `basisPoints` in hundredths of a percent
   * (0 to 10000). Optional.
   */
  discount: z.optional(z.nullable(InvoiceDiscount)),
  /**
   * Tax rate in hundredths of a percent: 750 is 7.5 %, at most 10000. Optional; default: 0. Applied after the
   * discount.
   */
  taxBasisPoints: z.optional(BasisPoints),
  /** Due date, a Lagos day. Required. */
  dueOn: Day,
  /** Id of the split that shares the payments. Optional. In a change of a draft, leave it out to keep the split; null removes it. */
  splitId: z.optional(z.nullable(Id)),
  /** Note shown to the customer, at most 1,000 characters. Optional. */
  note: z.optional(MultilineText(1000)),
  /** Whether the customer may pay in parts. Optional; default: false. */
  partPayment: z.optional(z.boolean()),
  /**
   * Days of email reminders relative to the due date, sent at 08:00 Lagos time: any of -7, -3, -1, 0, 1, 3, 7, 14;
   * negative is before it. Optional; default: -3, 0, 3, 7.
   */
  reminderDays: z.optional(
    z
      .array(z.int().check(z.refine((day) => (reminderChoices as readonly number[]).includes(day), 'Not such a day')))
      .check(z.maxLength(reminderChoices.length)),
  ),
}
export const NewInvoice = inputSchema(invoiceFields)

/** A new invoice with one line. */
export const NewSimpleInvoice = inputSchema({
  ...customer,
  /** Description of the item, at most 200 characters. Required. */
  description: SingleLineText(200),
  /** Amount in kobo: 10000 to 5000000000 (NGN 100.00 to 50,000,000.00). Required. */
  amountKobo: z
    .int('Enter an amount in naira')
    .check(
      z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
      z.maximum(limits.chargeMaximumKobo, tooMuch),
    ),
  /** Due date, a Lagos day. Required. */
  dueOn: Day,
})

export const InvoiceMessage = inputSchema({ message: z.optional(MultilineText(500)) })

/** A payment received outside the checkout. */
export const OutsidePayment = inputSchema({
  /** Amount received in kobo: at least 1, at most the amount owed. Required. */
  amountKobo: Kobo.check(z.minimum(1, messages.amountAtLeast('0.01')), z.maximum(limits.chargeMaximumKobo, tooMuch)),
  /** Payment method. Required. */
  method: OutsideMethod,
  /** Lagos day of the payment, not in the future. Required. */
  paidOn: Day,
  /** Note, at most 200 characters. Optional. */
  note: z.optional(SingleLineText(200)),
})
