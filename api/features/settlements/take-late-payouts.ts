import type { Mode } from '@adire/contract/call.ts'
import { and, asc, eq, isNull, lt, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { reverseEntry } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { latePayoutDuty, latePayoutTaken } from '../../ledger/settlement-entries.ts'
import { lockBalances, takeAtMost } from '../../ledger/take.ts'
import type { SettlementOwner } from './move.ts'
import { latePayouts, settlements } from './tables.ts'

/** Row of a late payout, with the id and the reference of its settlement. */
type LatePayout = typeof latePayouts.$inferSelect & { id: string; reference: string }
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

/**
 * Stamp duty of a late payout, in kobo, that the provider bears by the ledger. 0 for one that was recorded by a version that did not post
 * the provider's duty.
 */
export async function sumProviderDuty(tx: Tx, mode: Mode, late: LatePayout): Promise<number> {
  const references = Array.from({ length: late.entries + 1 }, (_, entries) => {
    const posted = latePayoutDuty(mode, { ...late, entries }, late.dutyKobo, late.paidAt)
    return [posted.reference, reverseEntry(posted).reference]
  }).flat()
  const { rows } = await tx.$client.query<{ kobo: number }>({
    name: 'late_payout_provider_duty',
    text: `
      select coalesce(sum(line.amount_kobo), 0)::bigint as kobo
      from ledger_entries entry
      join ledger_lines line on line.entry_id = entry.id and line.merchant_id = $1
      join ledger_accounts account on account.id = line.account_id and account.merchant_id = $1
      where entry.merchant_id = $1 and entry.reference = any($2) and account.owner = $3 and account.kind = 'stamp_duty'`,
    values: [late.merchantId, references, mode],
  })
  return rows[0]!.kobo
}
