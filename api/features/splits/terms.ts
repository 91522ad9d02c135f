import { chargeFor } from '@adire/contract/fees.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { calculateSplitShares, type SplitTerms } from '@adire/contract/split-shares.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { findOwnPrices, priceIn } from '../prices/own-prices.ts'
import { splits } from './tables.ts'

/** Who pays the fee of a payment that is shared. */
export const bearerNames: Record<SplitTerms['feeBearer'], string> = {
  business: 'The business',
  everyone: 'Everyone, by share',
  party: 'A recipient',
}

/** A share in a text: "12.50%", or "NGN 500.00". */
export const formatShare = (type: SplitTerms['type'], value: number): string =>
  type === 'percentage' ? `${(value / 100).toFixed(2)}%` : formatNaira(value)

/** The recipient that pays the fee; null if none does. */
export const bearerOf = ({
  feeBearer,
  bearerPartyId,
}: Pick<SplitTerms, 'feeBearer'> & { bearerPartyId?: string | null | undefined }) =>
  feeBearer === 'party' ? (bearerPartyId ?? null) : null

export const ofSplit = (merchantId: string, id: string) => and(eq(splits.merchantId, merchantId), eq(splits.id, id))

/** Split and its current terms, to be stored on a payment that starts now. */
export async function findSplitTerms(tx: Tx, merchantId: string, splitId: string | null) {
  if (splitId === null) return {}
  const [split] = await tx.select().from(splits).where(ofSplit(merchantId, splitId))
  if (!split) return {}
  const { type, feeBearer, bearerPartyId, shares } = split
  return { splitId, split: { type, feeBearer, bearerPartyId, shares } satisfies SplitTerms }
}

/**
 * Validates the split chosen for a payment link, invoice or charge: an active split of the merchant, or the one chosen before.
 * Fixed shares that exceed a fixed price are rejected, because every payment would cut them. The split is locked, so that it is not deleted
 * before what uses it is stored.
 * @throws 422 validation_error on `splitId`
 */
export async function chosenSplit(
  context: Pick<Context, 'tx' | 'now'>,
  merchantId: string,
  { splitId, before, amountKobo }: { splitId: string | null; before?: string | null; amountKobo: number | null },
): Promise<string | null> {
  if (splitId === null) return null
  const { tx } = context
  const [split] = await tx.select().from(splits).where(ofSplit(merchantId, splitId)).for('key share')
  if (!split || (split.status === 'archived' && splitId !== before))
    throw problem.field('splitId', 'Choose one of your splits')
  if (amountKobo !== null && split.type === 'flat') {
    const own = await findOwnPrices(context, merchantId)
    const { feeKobo, vatKobo } = chargeFor(priceIn(own, 'card'), amountKobo)
    const total = split.shares.reduce((sum, { value }) => sum + value, 0)
    const paid = { amountKobo, chargeKobo: feeKobo + vatKobo, isChargePaid: false }
    if (calculateSplitShares(split, paid).isCut)
      throw problem.field(
        'splitId',
        `The shares of ${split.name} add up to ${formatNaira(total)}, more than the amount`,
      )
  }
  return splitId
}
