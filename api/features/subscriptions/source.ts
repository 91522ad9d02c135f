import type { Tx } from '../../database/connect.ts'
import { accountOf } from './account.ts'
import type { Source } from './charge.ts'
import { savedCard } from './saved-cards.ts'

interface Payer {
  merchantId: string
  savedCardId: string | null
  mandateId: string | null
}

/** What a subscription is paid from, or what a charge of it was to be taken from. */
export async function sourceOf(tx: Tx, payer: Payer): Promise<Source | undefined> {
  const account = await accountOf(tx, payer)
  if (account) return { account }
  const card = await savedCard(tx, payer.merchantId, payer.savedCardId)
  return card && { card }
}
