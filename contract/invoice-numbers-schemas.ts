import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { inputSchema, requiredOr, SingleLineText } from './fields.ts'

/**
 * Number of an invoice that the merchant chooses: at most 30 characters, a letter or digit first, then also `-`, `/`, `.` and `_`. It
 * has a digit, so that a search knows it from a name.
 */
export const InvoiceNumber = SingleLineText(30).check(
  z.refine(
    (number) => /^[A-Za-z0-9][A-Za-z0-9./_-]*$/.test(number) && /\d/.test(number),
    'Use letters, digits and - / . _ with at least one digit',
  ),
)

/** The highest automatic number. */
export const maximumInvoiceNumber = 999_999_999

/** Automatic invoice numbers: a prefix and the next number, shown with at least four digits. */
export const InvoiceNumbering = z.object({
  prefix: describe(
    'Text before the number, at most 12 characters: letters A to Z, digits and `-`, `/`, `.`, `_`. May be empty. Required.',
    z.string().check(
      z.trim(),
      z.maxLength(12, 'Use at most 12 characters'),
      z.refine((prefix) => /^([A-Za-z0-9][A-Za-z0-9./_-]*)?$/.test(prefix), 'Use letters, digits and - / . _'),
    ),
  ),
  nextNumber: describe(
    'Next number to be assigned, 1 to 999,999,999. Numbers that are in use are skipped. Required.',
    z
      .int(requiredOr('Use a whole number'))
      .check(z.minimum(1, 'Use at least 1'), z.maximum(maximumInvoiceNumber, 'Use at most 999,999,999')),
  ),
})

const nextInvoiceNumber = describe(
  'The next automatic number as it will be shown, `INV-0013`. Null when the next 1,000 numbers are in use or above the highest.',
  z.nullable(z.string()),
)

export const getInvoiceNumbering = {
  description: 'How automatic invoice numbers are made, and the next one.',
  input: inputSchema({}),
  output: z.extend(InvoiceNumbering, { next: nextInvoiceNumber }),
}

export const updateInvoiceNumbering = {
  description:
    'Changes the prefix and the next number of automatic invoice numbers. Invoices that exist keep their numbers; a number that ' +
    'is in use is skipped. 409 `invoice_number_taken` at `nextNumber` when the next 1,000 numbers are in use.',
  input: inputSchema(InvoiceNumbering.shape),
  output: getInvoiceNumbering.output,
}
