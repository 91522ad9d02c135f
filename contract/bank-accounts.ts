import * as z from 'zod/mini'
import { AccountNumber, BankAccountChanges, NewBankAccount } from './bank-account-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Paginated, paginationFields, Timestamp } from './fields.ts'

/** Requested change of the payout account. Until it takes effect, settlements are paid to the current account. */
export const PayoutAccountChange = z.object({
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.nullable(z.string()),
  nameMatches: z.boolean(),
  effectiveAt: Timestamp,
})
export type PayoutAccountChange = z.infer<typeof PayoutAccountChange>

/** Bank account of a business. */
export const BankAccount = z.object({
  id: Id,
  merchantId: Id,
  /** Name of the account in the dashboard. */
  alias: z.string(),
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  /**
   * Account name at the bank. Null when the name could not be checked: test mode knows the names of sandbox accounts
   * only.
   */
  accountName: z.nullable(z.string()),
  /**
   * Whether the account name matches the business name, as far as this can be decided; false without an account name.
   * If not, settlements wait for a review.
   */
  nameMatches: z.boolean(),
  /** Whether settlements are paid to this account. */
  primaryAccount: z.boolean(),
  /**
   * Requested change that takes effect later, on the account that settlements will then go to. Null when there is
   * none.
   */
  pendingChange: z.nullable(PayoutAccountChange),
  createdAt: Timestamp,
})
export type BankAccount = z.infer<typeof BankAccount>

/**
 * Result of an account name enquiry. `warning` is a note for the owner, for banks whose check digits are not certain.
 * Null for none.
 */
export const ResolvedAccount = z.object({
  /**
   * Account name at the bank. Null when the name could not be checked; the account is then reviewed by a person before
   * a payout.
   */
  accountName: z.nullable(z.string()),
  /** Whether the account name matches the business name. False without an account name. */
  nameMatches: z.boolean(),
  warning: z.nullable(z.string()),
})
export type ResolvedAccount = z.infer<typeof ResolvedAccount>

/** Bank accounts of the business: the primary one first, then oldest first. */
export const listBankAccounts = endpointsFor('core', 'merchant').get(
  'bank-accounts',
  inputSchema(paginationFields),
  Paginated(BankAccount),
)

const member = endpointsFor('core', 'member')
/**
 * Account name enquiry at the bank, at most 60 a minute (429 `too_many_attempts`). 422 at `bankId` for an unknown bank,
 * 422 `account_unknown` at `accountNumber` when the account does not exist; 503 `unavailable` when the bank does not
 * respond.
 */
export const resolveAccount = member.get(
  'bank-accounts/resolve',
  inputSchema({ bankId: z.coerce.number<number>().check(z.int()), accountNumber: AccountNumber }),
  ResolvedAccount,
)
/**
 * Adds a bank account, at most 20: 409 `too_many_bank_accounts`. The first account is the primary one at once,
 * whatever `primaryAccount` is; a later one with `primaryAccount: true` becomes primary after 24 hours
 * (`pendingChange`). Every team member is notified. The account name is queried first: errors as for `bank-accounts/resolve`.
 * 422 `bank_account_exists` at `accountNumber`. Needs a confirmation: 403 `confirmation_required`.
 */
export const addBankAccount = member.create('bank-accounts', NewBankAccount, BankAccount)
/**
 * Changes a bank account. A new primary account, or a new number of the primary account, takes effect after 24 hours;
 * when one account becomes primary, the others stop being primary. Only one change can be pending: a new one replaces it.
 * A new number is checked at the bank: errors as for `bank-accounts/resolve`. 404 `bank_account_not_found`, 422
 * `bank_account_exists` at `accountNumber`, 409 `bank_account_changed` when it was changed meanwhile, 409
 * `primary_account_needed` for `primaryAccount: false` on the primary account: make another account the primary one
 * instead. Needs a confirmation: 403 `confirmation_required`.
 */
export const updateBankAccount = member.post('bank-accounts/:id', z.extend(BankAccountChanges, { id: Id }), BankAccount)
/**
 * Deletes a bank account, and cancels its pending change. 404 `bank_account_not_found`, 409 `primary_account` for the
 * primary account, 409 `bank_account_in_use` while a settlement is being paid to it. Needs a confirmation: 403
 * `confirmation_required`.
 */
export const deleteBankAccount = member.del('bank-accounts/:id', inputSchema({ id: Id }), NoContent)
/** Cancels the pending change of this account. 404 `pending_change_not_found`. */
export const cancelPayoutAccountChange = member.del(
  'bank-accounts/:id/pending-change',
  inputSchema({ id: Id }),
  NoContent,
)
