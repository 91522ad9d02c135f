import { divide } from '@adire/contract/split-shares.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { paymentShares, splits } from './tables.ts'

interface Charged {
  feeKobo: number
  vatKobo: number
}

/** What of a payment parties get, as it is kept on the payment and posted; nothing where it is not shared. */
export function sharesOf(
  { split, splitId, amountKobo, feeBearer, isCardCheck }: PaymentRecord,
  { feeKobo, vatKobo }: Charged,
) {
  if (!split || !splitId || isCardCheck) return undefined
  const division = divide(split, { amountKobo, chargeKobo: feeKobo + vatKobo, isChargePaid: feeBearer === 'customer' })
  const sharedKobo = division.parties.reduce((sum, { netKobo }) => sum + netKobo, 0)
  return { ...division, sharedKobo, splitId }
}

export type Shared = NonNullable<ReturnType<typeof sharesOf>>

/** Writes down what everyone got of a payment that was just paid. */
export async function keepShares({ tx, now }: Context, payment: PaymentRecord, shared: Shared): Promise<void> {
  const { merchantId, id: paymentId } = payment
  const { splitId, own, parties } = shared
  const of = { merchantId, paymentId, splitId, at: now }
  await tx
    .insert(paymentShares)
    .values([
      { ...of, ...own, ownerId: merchantId, place: 0 },
      ...parties.map(({ partyId, ...share }, index) => ({ ...of, ...share, ownerId: partyId, place: index + 1 })),
    ])
  await tx
    .update(splits)
    .set({ firstUsedAt: now })
    .where(and(eq(splits.merchantId, merchantId), eq(splits.id, splitId), isNull(splits.firstUsedAt)))
}
