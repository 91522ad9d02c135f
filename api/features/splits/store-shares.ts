import type { FeeBearer } from '@adire/contract/fields.ts'
import { calculateSplitShares, type SplitTerms } from '@adire/contract/split-shares.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { paymentShares, splits } from './tables.ts'

interface Charged {
  feeKobo: number
  vatKobo: number
}

/** What a payment says of its division. */
export interface SplitPayment {
  id: string
  merchantId: string
  amountKobo: number
  feeBearer: FeeBearer
  isCardCheck: boolean
  /** Terms as of the start of the payment; null if it is not split. */
  split: SplitTerms | null
  splitId: string | null
}

/** Shares of a payment, as stored and posted to the ledger; undefined if it is not split. */
export function calculateShares(
  { split, splitId, amountKobo, feeBearer, isCardCheck }: SplitPayment,
  { feeKobo, vatKobo }: Charged,
) {
  if (!split || !splitId || isCardCheck) return undefined
  const division = calculateSplitShares(split, {
    amountKobo,
    chargeKobo: feeKobo + vatKobo,
    isChargePaid: feeBearer === 'customer',
  })
  const sharedKobo = division.recipients.reduce((sum, { netKobo }) => sum + netKobo, 0)
  return { ...division, sharedKobo, splitId }
}

export type PaymentShares = NonNullable<ReturnType<typeof calculateShares>>

/** Stores each owner's share of a payment that was just paid. */
export async function storeShares({ tx, now }: Context, payment: SplitPayment, shared: PaymentShares): Promise<void> {
  const { merchantId, id: paymentId } = payment
  const { splitId, merchantShare, recipients } = shared
  const of = { merchantId, paymentId, splitId, at: now }
  await tx.insert(paymentShares).values([
    { ...of, ...merchantShare, ownerId: merchantId, position: 0 },
    ...recipients.map(({ recipientId, ...share }, index) => ({
      ...of,
      ...share,
      ownerId: recipientId,
      position: index + 1,
    })),
  ])
  await tx
    .update(splits)
    .set({ firstUsedAt: now })
    .where(and(eq(splits.merchantId, merchantId), eq(splits.id, splitId), isNull(splits.firstUsedAt)))
}
