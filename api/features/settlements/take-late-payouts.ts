import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { latePayoutTaken } from '../../ledger/settlement-entries.ts'
import { lockBalances, takeAtMost } from '../../ledger/take.ts'
import type { SettlementOwner } from './move.ts'
import { latePayouts, settlements } from './tables.ts'

type AttemptOfLatePayout = Pick<typeof latePayouts.$inferSelect, 'merchantId' | 'settlementId' | 'attempt'>

/** Condition for the row of one attempt. */
export const isLatePayout = ({ merchantId, settlementId, attempt }: AttemptOfLatePayout) =>
  and(
    eq(latePayouts.merchantId, merchantId),
    eq(latePayouts.settlementId, settlementId),
    eq(latePayouts.attempt, attempt),
  )

/**
 * Takes what an owner still has of payouts that came back and were paid after all, as far as its balance covers it: when such a payment
 * becomes known, and before each later payout. Its payout settings are locked.
 */
export async function takeLatePayouts({ tx, mode, now }: Context, owner: SettlementOwner): Promise<void> {
  const { merchantId, ownerId } = owner
  const open = await tx
    .select({ late: latePayouts, reference: settlements.reference })
    .from(latePayouts)
    .innerJoin(
      settlements,
      and(eq(settlements.merchantId, latePayouts.merchantId), eq(settlements.id, latePayouts.settlementId)),
    )
    .where(
      and(
        eq(latePayouts.merchantId, merchantId),
        eq(latePayouts.ownerId, ownerId),
        isNull(latePayouts.undoneAt),
        lt(latePayouts.takenKobo, sql`${latePayouts.amountKobo} + ${latePayouts.dutyKobo}`),
      ),
    )
    .orderBy(asc(latePayouts.paidAt))
  for (const { late, reference } of open) {
    const { settlementId: id, amountKobo, dutyKobo } = late
    const parts = takeAtMost(amountKobo + dutyKobo - late.takenKobo, await lockBalances(tx, merchantId, ownerId))
    const kobo = parts.pendingKobo + parts.availableKobo
    if (kobo === 0) return
    for (const entry of latePayoutTaken(mode, { ...late, id, reference }, parts, now)) await postEntry(tx, entry)
    await tx
      .update(latePayouts)
      .set({ takenKobo: late.takenKobo + kobo, entries: late.entries + 1 })
      .where(isLatePayout(late))
  }
}
