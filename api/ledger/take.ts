import type { Tx } from '../database/connect.ts'
import { merchantAccount } from './accounts.ts'
import type { Parts } from './entries.ts'
import { balance, hold } from './ledger.ts'

/** What a merchant has not been paid out yet: collected, and settled. */
export const balancesOf = async (tx: Tx, merchantId: string): Promise<Parts> => ({
  pendingKobo: await balance(tx, merchantAccount(merchantId, 'pending')),
  availableKobo: await balance(tx, merchantAccount(merchantId, 'available')),
})

/** The same, held until the transaction ends: what is read stays enough to take. */
export async function holdBalances(tx: Tx, merchantId: string): Promise<Parts> {
  await hold(tx, [merchantAccount(merchantId, 'pending'), merchantAccount(merchantId, 'available')])
  return balancesOf(tx, merchantId)
}

/** An amount as it is taken: from the unsettled balance first. Undefined where there is too little. */
export function partsOf(amountKobo: number, has: Parts): Parts | undefined {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  const availableKobo = amountKobo - pendingKobo
  return availableKobo <= has.availableKobo ? { pendingKobo, availableKobo } : undefined
}

/** As much of an amount as there is, taken the same way. */
export function mostOf(amountKobo: number, has: Parts): Parts {
  const pendingKobo = Math.min(amountKobo, has.pendingKobo)
  return { pendingKobo, availableKobo: Math.min(amountKobo - pendingKobo, has.availableKobo) }
}
