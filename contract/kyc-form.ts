import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { Id, inputSchema, PersonName } from './fields.ts'
import { messages } from './messages.ts'

/** Bank Verification Number: 11 digits, without a checksum. */
export const Bvn = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.regex(/^\d{11}$/, 'A BVN has 11 digits'),
  )
export const BvnSubmission = inputSchema({ bvn: Bvn })

/** A Tax ID of 13 digits, or a TIN of before 2026: 12345678-0001, or 10 digits. */
export const TaxId = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^(\d{13}|\d{10}|\d{8}-?\d{4})$/, 'Use a Tax ID of 13 digits, or a TIN like 12345678-0001'),
  )
export const TaxIdSubmission = inputSchema({ taxId: TaxId })

/** Who directs the business, or owns 5% of it or more. */
export const Director = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  role: z.enum(['director', 'partner', 'trustee', 'owner'], 'Choose what this person is'),
  /** Percent of the shares; none for who owns nothing. */
  sharePercent: z.optional(
    z.number('Use a number from 0 to 100').check(z.minimum(0, 'Use at least 0'), z.maximum(100, 'Use at most 100')),
  ),
})
export const DirectorsSubmission = inputSchema({
  directors: z
    .array(Director)
    .check(z.minLength(1, 'Name at least one person'), z.maxLength(20, 'Name at most 20 people')),
})

/** A new account by its bank and number, or one of the business's bank accounts by its id. */
export const SettlementAccount = inputSchema({
  bankId: z.optional(BankId),
  accountNumber: z.optional(AccountNumber),
  bankAccountId: z.optional(Id),
}).check(
  z.refine(
    ({ bankId, accountNumber, bankAccountId }) =>
      bankAccountId === undefined
        ? bankId !== undefined && accountNumber !== undefined
        : bankId === undefined && accountNumber === undefined,
    { message: 'Name a bank and an account number, or one of your bank accounts', path: ['bankAccountId'] },
  ),
)
