import type { Tx } from '../database/connect.ts'
import { merchantAccount } from './accounts.ts'
import type { BalanceParts } from './entries.ts'
import { getMerchantBalance, lockLedgerAccounts } from './ledger.ts'

/** Balance of a merchant or a split recipient that is not paid out yet: collected (`pending`) and settled (`available`), in kobo. */
export const loadBalances = async (tx: Tx, merchantId: string, owner = merchantId): Promise<BalanceParts> => ({
  pendingKobo: await getMerchantBalance(tx, merchantId, merchantAccount(owner, 'pending')),
  availableKobo: await getMerchantBalance(tx, merchantId, merchantAccount(owner, 'available')),
})

/** Balance as in `loadBalances`, with its accounts locked until the transaction ends, so that it stays sufficient. */
export const lockBalances = async (tx: Tx, merchantId: string, owner = merchantId): Promise<BalanceParts> =>
  (await lockManyBalances(tx, merchantId, [owner]))[0]!

/** Balances of a merchant and its split recipients. All accounts are locked in one statement, so that two callers never deadlock. */
export async function lockManyBalances(tx: Tx, merchantId: string, owners: readonly string[]): Promise<BalanceParts[]> {
  await lockLedgerAccounts(
    tx,
    merchantId,
    owners.flatMap((owner) => [merchantAccount(owner, 'pending'), merchantAccount(owner, 'available')]),
  )
  const found: BalanceParts[] = []
  for (const owner of owners) found.push(await loadBalances(tx, merchantId, owner))
  return found
}

/** Split of an amount in kobo over the balance, `pending` first. Undefined if the balance is too low. */
export function splitAmount(amountKobo: number, has: BalanceParts): BalanceParts | undefined {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  const availableKobo = amountKobo - pendingKobo
  return availableKobo <= has.availableKobo ? { pendingKobo, availableKobo } : undefined
}

/** Split of as much of the amount as the balance covers, in kobo, `pending` first. */
export function takeAtMost(amountKobo: number, has: BalanceParts): BalanceParts {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  return { pendingKobo, availableKobo: Math.min(amountKobo - pendingKobo, has.availableKobo) }
}
