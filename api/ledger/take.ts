import type { Tx } from '../database/connect.ts'
import { merchantAccount } from './accounts.ts'
import type { BalanceParts } from './entries.ts'
import { getBalance, lockLedgerAccounts } from './ledger.ts'

/** What a merchant, or a party, has not been paid out yet: collected, and settled. */
export const loadBalances = async (tx: Tx, merchantId: string): Promise<BalanceParts> => ({
  pendingKobo: await getBalance(tx, merchantAccount(merchantId, 'pending')),
  availableKobo: await getBalance(tx, merchantAccount(merchantId, 'available')),
})

/** The same, held until the transaction ends: what is read stays enough to take. */
export const lockBalances = async (tx: Tx, owner: string): Promise<BalanceParts> =>
  (await lockManyBalances(tx, [owner]))[0]!

/** The same of several, held together so that two who hold them never lock each other out. */
export async function lockManyBalances(tx: Tx, owners: readonly string[]): Promise<BalanceParts[]> {
  await lockLedgerAccounts(
    tx,
    owners.flatMap((owner) => [merchantAccount(owner, 'pending'), merchantAccount(owner, 'available')]),
  )
  const found: BalanceParts[] = []
  for (const owner of owners) found.push(await loadBalances(tx, owner))
  return found
}

/** An amount as it is taken: from the unsettled balance first. Undefined where there is too little. */
export function splitAmount(amountKobo: number, has: BalanceParts): BalanceParts | undefined {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  const availableKobo = amountKobo - pendingKobo
  return availableKobo <= has.availableKobo ? { pendingKobo, availableKobo } : undefined
}

/** As much of an amount as there is, taken the same way. */
export function takeAtMost(amountKobo: number, has: BalanceParts): BalanceParts {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  return { pendingKobo, availableKobo: Math.min(amountKobo - pendingKobo, has.availableKobo) }
}
