import { and, asc, desc, eq, isNull } from 'drizzle-orm'
import type { ReadContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { lockMerchant } from '../merchants/lock-merchant.ts'
import { bankAccounts } from './tables.ts'

export type BankAccountRecord = typeof bankAccounts.$inferSelect

/** The business's accounts (at most 20): the primary one first, then the oldest. */
export const listAccounts = ({ tx, merchant }: ReadContext) =>
  tx
    .select()
    .from(bankAccounts)
    .where(and(eq(bankAccounts.merchantId, merchant.id), isNull(bankAccounts.deletedAt)))
    .orderBy(desc(bankAccounts.primaryAccount), asc(bankAccounts.createdAt), asc(bankAccounts.id))

/** The business's accounts, with the merchant locked, so that rules over all of them hold under parallel changes. */
export async function lockBankAccounts(context: ReadContext): Promise<BankAccountRecord[]> {
  await lockMerchant(context)
  return listAccounts(context)
}

export function accountIn(known: readonly BankAccountRecord[], id: string): BankAccountRecord {
  const found = known.find((account) => account.id === id)
  if (!found) throw problem.notFound('bank account')
  return found
}

type AccountAt = Pick<BankAccountRecord, 'bankId' | 'accountNumber'>

export const isSameAccount = (one: AccountAt, other: AccountAt) =>
  one.bankId === other.bankId && one.accountNumber === other.accountNumber

export function requireNewAccount(others: readonly AccountAt[], account: AccountAt): void {
  if (others.some((other) => isSameAccount(other, account)))
    throw problem.field('accountNumber', 'You have already added this account', 'bank_account_exists')
}

/** Makes an account the one that settlements go to. The others become secondary first, so that there is never more than one. */
export async function makePrimary({ tx, merchant }: ReadContext, id: string): Promise<BankAccountRecord> {
  await tx
    .update(bankAccounts)
    .set({ primaryAccount: false })
    .where(and(eq(bankAccounts.merchantId, merchant.id), eq(bankAccounts.primaryAccount, true)))
  const [primary] = await tx
    .update(bankAccounts)
    .set({ primaryAccount: true })
    .where(and(eq(bankAccounts.merchantId, merchant.id), eq(bankAccounts.id, id)))
    .returning()
  return primary!
}
