import type { Tx } from '../../database/connect.ts'
import { findDebitAccount } from './account.ts'
import type { ChargeSource } from './charge.ts'
import { savedCard } from './saved-cards.ts'

interface Payer {
  merchantId: string
  savedCardId: string | null
  mandateId: string | null
}

/** What a subscription is paid from, or what a charge of it was to be taken from. */
export async function findSource(tx: Tx, payer: Payer): Promise<ChargeSource | undefined> {
  const account = await findDebitAccount(tx, payer)
  if (account) return { account }
  const card = await savedCard(tx, payer.merchantId, payer.savedCardId)
  return card && { card }
}
