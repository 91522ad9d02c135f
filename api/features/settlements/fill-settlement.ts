import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { proceedsSettled } from '../../ledger/settlement-entries.ts'
import { attachLines, toReach, type Unsettled } from './attach.ts'
import { holdReserve } from './hold-reserve.ts'
import type { PayoutSettingsRecord, SettlementRecord } from './move.ts'
import { recomputeTotals } from './recompute-totals.ts'

/** Adds everything that can be settled to the settlement and makes it available. */
export async function fillSettlement(
  context: Context,
  settings: PayoutSettingsRecord,
  settlement: SettlementRecord,
  unsettled: Unsettled,
) {
  const { tx, now } = context
  const { merchantId, ownerId, id, reference } = settlement
  const reach = toReach(settings, lagosDay(now), now)
  let { entries } = settlement
  // A negative sum means that refunds used money that came in today: they wait for that money.
  if (unsettled.pending.kobo >= 0) {
    const { kobo, paidKobo } = await attachLines(tx, { ...reach, account: 'pending' }, id)
    const amountKobo = kobo - (await holdReserve(context, settings, settlement, Math.min(paidKobo, kobo)))
    if (amountKobo > 0) {
      entries += 1
      await postEntry(tx, proceedsSettled({ id, reference, merchantId, ownerId, part: entries, amountKobo }, now))
    }
  }
  if (unsettled.available.lines > 0) await attachLines(tx, { ...reach, account: 'available' }, id)
  return recomputeTotals(tx, settings, settlement, entries)
}
