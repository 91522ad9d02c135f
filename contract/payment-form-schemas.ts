import * as z from 'zod/mini'
import { isLuhn } from './checkout.ts'
import { messages } from './messages.ts'

/** What payers type on the checkout page. In a file of its own: the page's script needs no other schemas. */

const cardDigits = z.string().check(
  z.regex(/^[\d ]*$/, 'A card number has digits only'),
  z.refine((text) => isLuhn(text.replaceAll(' ', '')), 'This card number is not complete, or a digit is wrong'),
)

export const CardDetails = z.object({
  /** Card number: 13 to 19 digits, spaces allowed. */
  number: cardDigits,
  expiryMonth: z
    .int('Use a month')
    .check(z.minimum(1, 'Use a month from 01 to 12'), z.maximum(12, 'Use a month from 01 to 12')),
  /** Four-digit year. */
  expiryYear: z.int('Use a year').check(z.minimum(2000, 'Use a year like 29'), z.maximum(2099, 'Use a year like 29')),
  /** 3 or 4 digits. */
  cvv: z.string().check(z.regex(/^\d{3,4}$/, 'The CVV is the 3 digits on the back of the card')),
})

/** Code of a bank. */
export const BankCode = z.string(messages.bankRequired).check(z.regex(/^\w{3,8}$/, messages.bankRequired))

/** Bank account of a payer. */
export const PayerAccount = z.object({
  bankCode: BankCode,
  accountNumber: z.string().check(z.trim(), z.regex(/^\d{10}$/, 'An account number has 10 digits')),
})
