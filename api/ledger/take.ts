import type { Tx } from '../database/connect.ts'
import { merchantAccount } from './accounts.ts'
import type { Parts } from './entries.ts'
import { balance, hold } from './ledger.ts'

/** What a merchant, or a party, has not been paid out yet: collected, and settled. */
export const balancesOf = async (tx: Tx, merchantId: string): Promise<Parts> => ({
  pendingKobo: await balance(tx, merchantAccount(merchantId, 'pending')),
  availableKobo: await balance(tx, merchantAccount(merchantId, 'available')),
})

/** The same, held until the transaction ends: what is read stays enough to take. */
export const holdBalances = async (tx: Tx, owner: string): Promise<Parts> => (await holdEach(tx, [owner]))[0]!

/** The same of several, held together so that two who hold them never lock each other out. */
export async function holdEach(tx: Tx, owners: readonly string[]): Promise<Parts[]> {
  await hold(
    tx,
    owners.flatMap((owner) => [merchantAccount(owner, 'pending'), merchantAccount(owner, 'available')]),
  )
  const found: Parts[] = []
  for (const owner of owners) found.push(await balancesOf(tx, owner))
  return found
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
