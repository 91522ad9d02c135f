import { and, asc, eq, gte, inArray } from 'drizzle-orm'
import type { Tx } from '../../database/connect.ts'
import { lagosDay } from '../../lagos.ts'
import { settlementLines, settlements } from './tables.ts'

/** The settlement that pays out a payment; null until the settlement of its day is created. */
export async function settlementPaymentParts(tx: Tx, { merchantId, id }: { merchantId: string; id: string }) {
  const [found] = await tx
    .select({
      id: settlements.id,
      reference: settlements.reference,
      status: settlements.status,
      dueOn: settlements.dueOn,
      at: settlementLines.at,
    })
    .from(settlementLines)
    .innerJoin(
      settlements,
      and(eq(settlements.merchantId, merchantId), eq(settlements.id, settlementLines.settlementId)),
    )
    .where(
      and(
        eq(settlementLines.merchantId, merchantId),
        eq(settlementLines.ownerId, merchantId),
        eq(settlementLines.paymentId, id),
        inArray(settlementLines.type, ['payment', 'card_check']),
        gte(settlementLines.amountKobo, 0), // a card check has a second line, for its refund
      ),
    )
    .orderBy(asc(settlementLines.at))
    .limit(1)
  if (!found) return { settlement: null }
  const { at, ...settlement } = found
  return { settlement: { ...settlement, day: lagosDay(at) } }
}
