import * as z from 'zod/mini'
import { AccountNumber, BankId } from './bank-account-form.ts'
import { Id, inputSchema, PersonName } from './fields.ts'
import { messages } from './messages.ts'

/** Bank Verification Number (BVN): 11 digits, without a check digit. */
export const Bvn = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.regex(/^\d{11}$/, 'A BVN has 11 digits'),
  )
export const BvnSubmission = inputSchema({ bvn: Bvn })

/** Tax ID of 13 digits, or a TIN issued before 2026: 12345678-0001, or 10 digits. */
export const TaxId = z
  .string(messages.required)
  .check(
    z.trim(),
    z.minLength(1, messages.required),
    z.regex(/^(\d{13}|\d{10}|\d{8}-?\d{4})$/, 'Use a Tax ID of 13 digits, or a TIN like 12345678-0001'),
  )
export const TaxIdSubmission = inputSchema({ taxId: TaxId })

/** Director of the business, or owner of 5 % or more. */
export const Director = z.strictObject({
  firstName: PersonName,
  lastName: PersonName,
  role: z.enum(['director', 'partner', 'trustee', 'owner'], 'Choose what this person is'),
  /**
   * Share in percent, 0 to 100. Optional: leave it out for a person without shares. All shares together: at most 100.
   */
  sharePercent: z.optional(
    z.number('Use a number from 0 to 100').check(z.minimum(0, 'Use at least 0'), z.maximum(100, 'Use at most 100')),
  ),
})
export const DirectorsSubmission = inputSchema({
  directors: z
    .array(Director)
    .check(z.minLength(1, 'Name at least one person'), z.maxLength(20, 'Name at most 20 people')),
})

/** Settlement account: a new account (`bankId` and `accountNumber`), or an existing bank account (`bankAccountId`). */
export const SettlementAccount = inputSchema({
  /** Id of the bank, from `banks/`. Required for a new account. */
  bankId: z.optional(BankId),
  /** Account number (NUBAN), 10 digits. Required for a new account. */
  accountNumber: z.optional(AccountNumber),
  /** Id of an existing bank account, instead of `bankId` and `accountNumber`. */
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
