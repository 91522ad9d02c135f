import * as z from 'zod/mini'
import { AccountNumber, BankAccountChanges, NewBankAccount } from './bank-account-form.ts'
import { on } from './endpoint.ts'
import { Id, input, Nothing, Page, page, Timestamp } from './fields.ts'

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
export const listBankAccounts = on('core', 'merchant').get('bank-accounts', input(page), Page(BankAccount))

const member = on('core', 'member')
/** Asks the bank whose account it is. 422 where it is none; 503 where the bank does not answer. 60 a minute. */
export const resolveAccount = member.get(
  'bank-accounts/resolve',
  input({ bankId: z.coerce.number<number>().check(z.int()), accountNumber: AccountNumber }),
  ResolvedAccount,
)
/** The first account is the primary one whatever is asked. Where two-factor is on, needs a confirmation; at most 20. */
export const addBankAccount = member.create('bank-accounts', NewBankAccount, BankAccount)
/** Making one account primary makes the others secondary; the primary one stays so until another is made it. */
export const updateBankAccount = member.post('bank-accounts/:id', z.extend(BankAccountChanges, { id: Id }), BankAccount)
/** 409 for the primary account, and for one that a settlement is on its way to. */
export const deleteBankAccount = member.del('bank-accounts/:id', input({ id: Id }), Nothing)
