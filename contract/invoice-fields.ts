import * as z from 'zod/mini'
import { Day, Email, Id, inputSchema, Kobo, MultilineText, SingleLineText } from './fields.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { formatNairaNumber } from './money.ts'

/** Days after the due date (before it, where negative) on which a reminder may go out. */
export const reminderChoices = [-7, -3, -1, 0, 1, 3, 7, 14] as const
export const usualReminders = [-3, 0, 3, 7]

/** How a payment outside of the checkout was made. */
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
  /** Somebody the business does not know yet becomes a customer. */
  customerEmail: Email,
  customerName: z.optional(SingleLineText(120)),
}

/** Everything about an invoice that its business decides. */
export const invoiceFields = {
  ...customer,
  lines: z.array(InvoiceLine).check(z.minLength(1, 'Add an item'), z.maxLength(limits.invoiceLines, 'Use fewer items')),
  discount: z.optional(z.nullable(InvoiceDiscount)),
  taxBasisPoints: z.optional(BasisPoints),
  dueOn: Day,
  /** By what its payments are shared: a split's id. */
  splitId: z.optional(z.nullable(Id)),
  note: z.optional(MultilineText(1000)),
  /** Whether the customer may pay in parts. */
  partPayment: z.optional(z.boolean()),
  reminderDays: z.optional(
    z
      .array(z.int().check(z.refine((day) => (reminderChoices as readonly number[]).includes(day), 'Not such a day')))
      .check(z.maxLength(reminderChoices.length)),
  ),
}
export const NewInvoice = inputSchema(invoiceFields)

/** One amount for one thing. */
export const NewSimpleInvoice = inputSchema({
  ...customer,
  description: SingleLineText(200),
  amountKobo: z
    .int('Enter an amount in naira')
    .check(
      z.minimum(limits.chargeMinimumKobo, messages.amountAtLeast(limits.chargeMinimumKobo / 100)),
      z.maximum(limits.chargeMaximumKobo, tooMuch),
    ),
  dueOn: Day,
})

export const InvoiceMessage = inputSchema({ message: z.optional(MultilineText(500)) })

/** Money that came in some other way. */
export const OutsidePayment = inputSchema({
  amountKobo: Kobo.check(z.minimum(1, messages.amountAtLeast('0.01')), z.maximum(limits.chargeMaximumKobo, tooMuch)),
  method: OutsideMethod,
  paidOn: Day,
  note: z.optional(SingleLineText(200)),
})
