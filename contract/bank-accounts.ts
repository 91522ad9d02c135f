import * as z from 'zod/mini'
import { AccountNumber, BankAccountChanges, NewBankAccount } from './bank-account-form.ts'
import { endpointsFor } from './endpoint.ts'
import { Id, inputSchema, NoContent, Paginated, paginationFields, Timestamp } from './fields.ts'

/** A payout account that was asked for and takes effect later: until then the present account is paid. */
export const PayoutAccountChange = z.object({
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  accountName: z.nullable(z.string()),
  nameMatches: z.boolean(),
  effectiveAt: Timestamp,
})
export type PayoutAccountChange = z.infer<typeof PayoutAccountChange>

export const BankAccount = z.object({
  id: Id,
  merchantId: Id,
  alias: z.string(),
  bankId: z.int(),
  bankName: z.string(),
  accountNumber: z.string(),
  /** As the bank knows it; null where it could not be asked: test mode knows the sandbox's accounts only. */
  accountName: z.nullable(z.string()),
  /** Whether that name fits the business, as far as can be told; settlements wait for a review otherwise. */
  nameMatches: z.boolean(),
  primaryAccount: z.boolean(),
  /** Set on the account that settlements go to once a change takes effect, with the number they then go to. */
  pendingChange: z.nullable(PayoutAccountChange),
  createdAt: Timestamp,
})
export type BankAccount = z.infer<typeof BankAccount>

/** `warning`: what the owner should know before going on, for banks whose check digits are not certain. */
export const ResolvedAccount = z.object({
  /** Null where the bank cannot be asked; a person then looks at the account before money goes there. */
  accountName: z.nullable(z.string()),
  nameMatches: z.boolean(),
  warning: z.nullable(z.string()),
})
export type ResolvedAccount = z.infer<typeof ResolvedAccount>

/** The business's accounts, the primary one first, then the oldest. */
export const listBankAccounts = endpointsFor('core', 'merchant').get(
  'bank-accounts',
  inputSchema(paginationFields),
  Paginated(BankAccount),
)

const member = endpointsFor('core', 'member')
/** Asks the bank whose account it is. 422 where it is none; 503 where the bank does not answer. 60 a minute. */
export const resolveAccount = member.get(
  'bank-accounts/resolve',
  inputSchema({ bankId: z.coerce.number<number>().check(z.int()), accountNumber: AccountNumber }),
  ResolvedAccount,
)
/**
 * Needs a confirmation; at most 20. The first account is the primary one at once, whatever is asked; a later one becomes
 * it after 24 hours (`pendingChange`), and every member is notified.
 */
export const addBankAccount = member.create('bank-accounts', NewBankAccount, BankAccount)
/**
 * Needs a confirmation. Making one account primary makes the others secondary, after 24 hours; another number of the
 * primary account takes effect after 24 hours too. Only one change waits at a time: a new one replaces it.
 */
export const updateBankAccount = member.post('bank-accounts/:id', z.extend(BankAccountChanges, { id: Id }), BankAccount)
/** Needs a confirmation. 409 for the primary account, and for one that a settlement is on its way to. */
export const deleteBankAccount = member.del('bank-accounts/:id', inputSchema({ id: Id }), NoContent)
/** Cancels the change that waits on this account. 404 where none does. */
export const cancelPayoutAccountChange = member.del(
  'bank-accounts/:id/pending-change',
  inputSchema({ id: Id }),
  NoContent,
)
