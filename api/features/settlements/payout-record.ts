import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { SettlementRecord } from './move.ts'
import { payouts } from './tables.ts'

export type PayoutRecord = typeof payouts.$inferSelect

export async function findPayout(tx: Context['tx'], { merchantId, id, attempts }: SettlementRecord) {
  const [payout] = await tx
    .select()
    .from(payouts)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.settlementId, id), eq(payouts.attempt, attempts)))
  return payout
}

export const toPayoutEntry = (settlement: SettlementRecord, payout: PayoutRecord) => ({
  ...payout,
  id: settlement.id,
  ownerId: settlement.ownerId,
  reference: settlement.reference,
})

export const updatePayout = (tx: Context['tx'], { merchantId, reference }: PayoutRecord, to: Partial<PayoutRecord>) =>
  tx
    .update(payouts)
    .set(to)
    .where(and(eq(payouts.merchantId, merchantId), eq(payouts.reference, reference)))

/** When a payout was sent last: that request may still arrive for a while. */
export const lastSentAt = ({ requestedAt, sentAgainAt }: PayoutRecord): Date => sentAgainAt ?? requestedAt
