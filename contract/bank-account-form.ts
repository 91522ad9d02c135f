import * as z from 'zod/mini'
import { inputSchema, oneLine, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'

/** The id of a bank in our list. */
export const BankId = z
  .int(messages.bankRequired)
  .check(z.minimum(1, messages.bankRequired), z.maximum(1_000_000, messages.bankRequired))

/** Ten digits: a NUBAN has neither more nor less. Whether it can exist at its bank is checked with the bank (`isNuban`). */
export const AccountNumber = z
  .string(messages.accountNumberRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.accountNumberRequired),
    z.regex(/^\d+$/, messages.digitsOnly),
    z.regex(/^\d{10}$/, 'An account number has 10 digits'),
  )

const alias = z
  .string(messages.aliasRequired)
  .check(
    z.trim(),
    z.minLength(1, messages.aliasRequired),
    z.maxLength(60, 'This field must be at most 60 characters long'),
    oneLine,
  )

/** `alias`: what the owner calls the account; left out, the bank's name. */
export const NewBankAccount = inputSchema({
  bankId: BankId,
  accountNumber: AccountNumber,
  alias: z.optional(SingleLineText(60)),
  primaryAccount: z.optional(z.boolean()),
})
export const BankAccountChanges = inputSchema({
  bankId: BankId,
  accountNumber: AccountNumber,
  alias,
  primaryAccount: z.boolean(),
})
