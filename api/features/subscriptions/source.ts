import type { Tx } from '../../database/connect.ts'
import { findSavedCardIfPresent } from '../saved-cards/saved-cards.ts'
import type { ChargeSource } from './charge.ts'
import { findDebitAccount } from './debit-account.ts'

interface Payer {
  merchantId: string
  savedCardId: string | null
  mandateId: string | null
}

/** Payment method of a subscription, or of one of its charges. */
export async function findSource(tx: Tx, payer: Payer): Promise<ChargeSource | undefined> {
  const account = await findDebitAccount(tx, payer)
  if (account) return { account }
  const card = await findSavedCardIfPresent(tx, payer.merchantId, payer.savedCardId)
  return card && { card }
}
