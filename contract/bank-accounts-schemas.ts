import * as z from 'zod/mini'
import { describe } from './describe.ts'
import { Id, inputSchema, NoContent, oneLine, SingleLineText, seenText, Timestamp } from './fields.ts'
import { limits } from './limits.ts'
import { Paginated, paginationFields } from './list-schemas.ts'
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
    z.minLength(limits.accountNumberMinimum, messages.atLeast(limits.accountNumberMinimum)),
    z.maxLength(10, 'An account number has 10 digits'),
  )

const alias = z
  .string(messages.aliasRequired)
  .check(
    seenText,
    z.minLength(1, messages.aliasRequired),
    z.maxLength(60, 'This field must be at most 60 characters long'),
    oneLine,
  )

/** A new bank account. */
export const NewBankAccount = inputSchema({
  bankId: describe('Id of the bank, from `banks/`. Required.', BankId),
  accountNumber: describe('Account number (NUBAN), 10 digits. Required.', AccountNumber),
  alias: describe(
    "Name of the account in the dashboard, at most 60 characters. Optional; default: the bank's name.",
    z.optional(SingleLineText(60)),
  ),
  primaryAccount: describe(
    'Whether settlements are paid to this account, from 24 hours later. Optional; default: false. The ' +
      'first account is always the primary one, at once.',
    z.optional(z.boolean()),
  ),
})

export const BankAccountChanges = inputSchema({
  bankId: describe('Id of the bank, from `banks/`. Required.', BankId),
  accountNumber: describe('Account number (NUBAN), 10 digits. Required.', AccountNumber),
  /** Name of the account in the dashboard, at most 60 characters. Required. */
  alias,
  primaryAccount: describe('Whether settlements are paid to this account. Required.', z.boolean()),
})

export const PayoutAccountChange = describe(
  'Requested change of the payout account. Until it takes effect, settlements are paid to the current account.',
  z.object({
    bankId: z.int(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: z.nullable(z.string()),
    nameMatches: z.boolean(),
    effectiveAt: Timestamp,
  }),
)
export type PayoutAccountChange = z.infer<typeof PayoutAccountChange>

export const BankAccount = describe(
  'Bank account of a business.',
  z.object({
    id: Id,
    merchantId: Id,
    alias: describe('Name of the account in the dashboard.', z.string()),
    bankId: z.int(),
    bankName: z.string(),
    accountNumber: z.string(),
    accountName: describe(
      'Account name at the bank. Null when the name could not be checked: Test Mode knows the names of ' +
        'sandbox accounts only.',
      z.nullable(z.string()),
    ),
    nameMatches: describe(
      'Whether the account name matches the business name, as far as this can be decided; false without an ' +
        'account name. If not, settlements wait for a review.',
      z.boolean(),
    ),
    primaryAccount: describe('Whether settlements are paid to this account.', z.boolean()),
    pendingChange: describe(
      'Requested change that takes effect later, on the account that settlements will then go to. Null when ' +
        'there is none.',
      z.nullable(PayoutAccountChange),
    ),
    createdAt: Timestamp,
  }),
)
export type BankAccount = z.infer<typeof BankAccount>

export const ResolvedAccount = describe(
  'Result of an account name enquiry. `warning` is a note for the owner, for banks whose check digits ' +
    'are not certain. Null for none.',
  z.object({
    accountName: describe(
      'Account name at the bank. Null when the name could not be checked; the account is then reviewed by a ' +
        'person before a payout.',
      z.nullable(z.string()),
    ),
    nameMatches: describe(
      'Whether the account name matches the business name. False without an account name.',
      z.boolean(),
    ),
    warning: z.nullable(z.string()),
  }),
)
export type ResolvedAccount = z.infer<typeof ResolvedAccount>

export const listBankAccounts = {
  description: 'Bank accounts of the business: the primary one first, then oldest first.',
  input: inputSchema({ limit: paginationFields.limit, offset: paginationFields.offset }),
  output: Paginated(BankAccount),
}

export const resolveAccount = {
  description:
    'Account name enquiry at the bank, at most 60 a minute (429 `too_many_attempts`). 422 at `bankId` for ' +
    'an unknown bank, 422 `account_unknown` at `accountNumber` when the account does not exist; 503 ' +
    '`unavailable` when the bank does not respond.',
  input: inputSchema({ bankId: z.coerce.number<number>().check(z.int()), accountNumber: AccountNumber }),
  output: ResolvedAccount,
}

export const addBankAccount = {
  description:
    'Adds a bank account, at most 20: 409 `too_many_bank_accounts`. The first account is the primary one ' +
    'at once, whatever `primaryAccount` is; a later one with `primaryAccount: true` becomes primary after ' +
    '24 hours (`pendingChange`). Every team member is notified. The account name is queried first: errors ' +
    'as for `bank-accounts/resolve`. 422 `bank_account_exists` at `accountNumber`. Needs a confirmation: ' +
    '403 `confirmation_required`.',
  input: NewBankAccount,
  output: BankAccount,
}

export const updateBankAccount = {
  description:
    'Changes a bank account. A new primary account, or a new number of the primary account, takes effect ' +
    'after 24 hours; when one account becomes primary, the others stop being primary. Only one change can ' +
    'be pending: a new one replaces it. A new number is checked at the bank: errors as for ' +
    '`bank-accounts/resolve`. 404 `bank_account_not_found`, 422 `bank_account_exists` at `accountNumber`, ' +
    '409 `bank_account_changed` when it was changed meanwhile, 409 `primary_account_needed` for ' +
    '`primaryAccount: false` on the primary account: make another account the primary one instead. Needs ' +
    'a confirmation: 403 `confirmation_required`.',
  input: z.extend(BankAccountChanges, { id: Id }),
  output: BankAccount,
}

export const deleteBankAccount = {
  description:
    'Deletes a bank account, and cancels its pending change. 404 `bank_account_not_found`, 409 ' +
    '`primary_account` for the primary account, 409 `bank_account_in_use` while a settlement is being ' +
    'paid to it. Needs a confirmation: 403 `confirmation_required`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}

export const cancelPayoutAccountChange = {
  description: 'Cancels the pending change of this account. 404 `pending_change_not_found`.',
  input: inputSchema({ id: Id }),
  output: NoContent,
}
