import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { bankAccounts } from './tables.ts'

/** Condition of the account that a business is paid out to. */
export const isPrimaryOf = (merchantId: string): SQL | undefined =>
  and(eq(bankAccounts.merchantId, merchantId), eq(bankAccounts.primaryAccount, true), isNull(bankAccounts.deletedAt))

/** The account that a business is paid out to. */
export async function findPrimaryAccount(tx: Tx, merchantId: string) {
  const [account] = await tx.select().from(bankAccounts).where(isPrimaryOf(merchantId))
  return account
}
