import { chargeFor } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { calculateSplitShares, type SplitTerms } from '@adire/contract/split-shares.ts'
import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { splits } from './tables.ts'

export const ofSplit = (merchantId: string, id: string) => and(eq(splits.merchantId, merchantId), eq(splits.id, id))

/** By what a payment that begins now is shared: the terms as they stand, to be kept on it. */
export async function findSplitTerms(tx: Tx, merchantId: string, splitId: string | null) {
  if (splitId === null) return {}
  const [split] = await tx.select().from(splits).where(ofSplit(merchantId, splitId))
  if (!split) return {}
  const { type, feeBearer, bearerPartyId, shares } = split
  return { splitId, split: { type, feeBearer, bearerPartyId, shares } satisfies SplitTerms }
}

/**
 * The split that is chosen for something that is paid: an active one of the business, or the one that is there already. Fixed
 * amounts that come to more than a fixed price are refused, because every payment of it would cut them.
 */
export async function chosenSplit(
  tx: Tx,
  merchantId: string,
  { splitId, before, amountKobo }: { splitId: string | null; before?: string | null; amountKobo: number | null },
): Promise<string | null> {
  if (splitId === null) return null
  const [split] = await tx.select().from(splits).where(ofSplit(merchantId, splitId))
  if (!split || (split.status === 'archived' && splitId !== before))
    throw problem.field('splitId', 'Choose one of your splits')
  if (amountKobo !== null && split.type === 'flat') {
    const { feeKobo, vatKobo } = chargeFor('card_local', amountKobo)
    const total = split.shares.reduce((sum, { value }) => sum + value, 0)
    const paid = { amountKobo, chargeKobo: feeKobo + vatKobo, isChargePaid: false }
    if (calculateSplitShares(split, paid).isCut)
      throw problem.field('splitId', `The shares of ${split.name} come to ${formatNaira(total)}, more than the amount`)
  }
  return splitId
}
