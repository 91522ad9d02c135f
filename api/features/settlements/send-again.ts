import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { loadCalendar, payoutTimeOn } from './calendar.ts'
import { matchingOwner, type SettlementRecord, updateSettlementRecord } from './move.ts'
import { payoutSettings } from './tables.ts'

/**
 * Makes a locked settlement due at the next payout time: 09:00 of today or of the next working day. Payouts that were returned before no
 * longer put it on hold.
 */
export async function resendSettlement({ tx, now }: Context, settlement: SettlementRecord): Promise<SettlementRecord> {
  const calendar = await loadCalendar(tx)
  const today = lagosDay(now)
  await tx.update(payoutSettings).set({ accountConfirmedAt: now }).where(matchingOwner(settlement))
  const dueOn = calendar.isWorking(today) && now < payoutTimeOn(today) ? today : calendar.next(today)
  return updateSettlementRecord(tx, settlement, {
    status: 'pending',
    dueOn,
    nextAt: payoutTimeOn(dueOn),
    confirmedAttempts: settlement.attempts,
    checks: 0,
    holdReason: null,
    holdMessage: null,
  })
}
