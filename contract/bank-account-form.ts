import * as z from 'zod/mini'
import { inputSchema, oneLine, SingleLineText } from './fields.ts'
import { messages } from './messages.ts'

/** Id of a bank (`banks/`). */
export const BankId = z
  .int(messages.bankRequired)
  .check(z.minimum(1, messages.bankRequired), z.maximum(1_000_000, messages.bankRequired))

/**
 * Account number (NUBAN), exactly 10 digits. Whether it can exist at its bank is checked together with the bank
 * (`isNuban`).
 */
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

/** A new bank account. */
export const NewBankAccount = inputSchema({
  /** Id of the bank, from `banks/`. Required. */
  bankId: BankId,
  /** Account number (NUBAN), 10 digits. Required. */
  accountNumber: AccountNumber,
  /** Name of the account in the dashboard, at most 60 characters. Optional; default: the bank's name. */
  alias: z.optional(SingleLineText(60)),
  /**
   * Whether settlements are paid to this account, from 24 hours later. Optional; default: false. The first account is
   * always the primary one, at once.
   */
  primaryAccount: z.optional(z.boolean()),
})
export const BankAccountChanges = inputSchema({
  /** Id of the bank, from `banks/`. Required. */
  bankId: BankId,
  /** Account number (NUBAN), 10 digits. Required. */
  accountNumber: AccountNumber,
  /** Name of the account in the dashboard, at most 60 characters. Required. */
  alias,
  /** Whether settlements are paid to this account. Required. */
  primaryAccount: z.boolean(),
})
