import { isErasedEmail } from '@adire/contract/customers.ts'
import { NewInvoice, type NewSimpleInvoice } from '@adire/contract/invoice-form-schemas.ts'
import { type InvoiceDiscount, type InvoicePricing, invoiceTotals } from '@adire/contract/invoice-totals.ts'
import { usualReminders } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { DefaultValues } from 'react-hook-form'
import * as z from 'zod/mini'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'

export type InvoiceValues = z.output<typeof NewInvoice>

const usualTermDays = 14
const emptyLine = { description: '', quantity: 1 }
const usualDueDay = () => addDays(dayKey(businessNow()), usualTermDays)

/** Form state of a new invoice or a draft. */
export function useInvoiceForm(start: InvoiceStart, submit: (values: InvoiceValues) => Promise<unknown>) {
  const invoiceForm = useSchemaForm(FormSchema, { start, submit })
  const { form } = invoiceForm
  const pricing = toPricing(form.watch() as Typed)
  const totals = invoiceTotals(pricing)
  return { ...invoiceForm, pricing, totals, addLine: () => ({ ...emptyLine }) as InvoiceValues['lines'][number] }
}

export type InvoiceForm = ReturnType<typeof useInvoiceForm>

type TypedLine = { description?: string; quantity?: number; unitPriceKobo?: number }

/** Lines without the empty ones at the end: Tab in the last price adds one, which the user may leave empty. */
function dropEmptyLines<Line extends TypedLine>(lines: readonly Line[]): Line[] {
  const isEmpty = ({ description, unitPriceKobo }: TypedLine) => !description?.trim() && unitPriceKobo === undefined
  const last = lines.findLastIndex((line) => !isEmpty(line))
  return lines.slice(0, Math.max(1, last + 1))
}

/** Schema of the form: that of the invoice, after the empty lines at the end are dropped. */
const FormSchema = z.pipe(
  z.transform((values: z.input<typeof NewInvoice>) => ({ ...values, lines: dropEmptyLines(values.lines) })),
  NewInvoice,
) as unknown as typeof NewInvoice

/** Initial values of the form. */
export type InvoiceStart = DefaultValues<z.input<typeof NewInvoice>>

export const newInvoice = (customer = { customerEmail: '', customerName: '' }): InvoiceStart => ({
  ...customer,
  number: null,
  lines: [{ ...emptyLine }],
  discount: null,
  taxBasisPoints: 0,
  dueOn: usualDueDay(),
  note: '',
  partPayment: false,
  splitId: null,
  reminderDays: [...usualReminders],
})

/** Values typed into the form of a simple invoice. */
export type SimpleInvoice = Partial<z.input<typeof NewSimpleInvoice>>

/** A new invoice that begins as a simple one, with its description and amount as the first item. */
export function itemisedInvoice({
  customerEmail,
  customerName,
  description,
  amountKobo,
  dueOn,
}: SimpleInvoice): InvoiceStart {
  const start = newInvoice({ customerEmail: customerEmail ?? '', customerName: customerName ?? '' })
  const line = { ...emptyLine, description: description ?? '', ...(amountKobo && { unitPriceKobo: amountKobo }) }
  return { ...start, lines: [line], ...(dueOn && { dueOn }) }
}

export const editedInvoice = (draft: Invoice): InvoiceStart => ({
  customerEmail: draft.customerEmail,
  customerName: draft.customerName ?? '',
  number: draft.number,
  lines: draft.lines,
  discount: draft.discount,
  taxBasisPoints: draft.taxBasisPoints,
  dueOn: draft.dueOn,
  note: draft.note ?? '',
  partPayment: draft.partPayment,
  splitId: draft.splitId,
  reminderDays: draft.reminderDays,
})

/** A new invoice with the contents of another one, due as a new one is. */
export const copiedInvoice = (invoice: Invoice): InvoiceStart => ({
  ...editedInvoice(invoice),
  ...(isErasedEmail(invoice.customerEmail) && { customerEmail: '', customerName: '' }),
  number: null,
  dueOn: usualDueDay(),
})

type Typed = {
  lines?: readonly TypedLine[]
  discount?: InvoiceDiscount | null
  taxBasisPoints?: number
}

/** Pricing input from the current form values, with defaults for fields that are still empty. */
const toPricing = ({ lines = [], discount = null, taxBasisPoints = 0 }: Typed): InvoicePricing => ({
  lines: dropEmptyLines(lines).map(({ description = '', quantity = 0, unitPriceKobo = 0 }) => ({
    description,
    quantity,
    unitPriceKobo,
  })),
  discount,
  taxBasisPoints,
})

/** Error for a total outside the charge limits; undefined if it is valid. */
export function totalError(totalKobo: number): string | undefined {
  if (totalKobo < limits.chargeMinimumKobo) return messages.amountAtLeast(limits.chargeMinimumKobo / 100)
  if (totalKobo > limits.chargeMaximumKobo) return `Amount cannot be more than ${formatNaira(limits.chargeMaximumKobo)}`
  return undefined
}
