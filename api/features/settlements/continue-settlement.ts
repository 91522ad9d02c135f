import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { lagosDay } from '../../lagos.ts'
import { sumUnsettled, toReach } from './attach.ts'
import { payoutTimeOn } from './calendar.ts'
import { fillSettlement } from './fill-settlement.ts'
import { waitsForOwner } from './hold.ts'
import {
  appendSettlementEvent,
  type PayoutSettingsRecord,
  type SettlementRecord,
  updateSettlementRecord,
} from './move.ts'

/**
 * Continues an unpaid settlement: it becomes due today, with the proceeds since. If it is on hold because of its account or by
 * the provider, it stays on hold.
 */
export async function continueSettlement(context: Context, settings: PayoutSettingsRecord, open: SettlementRecord) {
  const { tx, now } = context
  const dueOn = lagosDay(now)
  const again = {
    status: 'pending',
    nextAt: payoutTimeOn(dueOn),
    checks: 0,
    holdReason: null,
    holdMessage: null,
  } as const
  const staysOnHold = open.heldFor !== null || (await waitsForOwner(tx, open))
  const due = await updateSettlementRecord(tx, open, { dueOn, ...(!staysOnHold && again) })
  const filled = await fillSettlement(context, settings, due, await sumUnsettled(tx, toReach(settings, dueOn, now)))
  const more = filled.totalKobo - open.totalKobo
  // If it is held for the same reason on every working day, the timeline has only one event.
  if (open.status === 'on_hold' && more === 0) return
  const since = more === 0 ? '' : `, with ${formatNaira(more)} since`
  await appendSettlementEvent(
    tx,
    filled,
    now,
    'taken_up',
    `${staysOnHold ? 'On hold' : 'Due again'}: ${formatNaira(filled.totalKobo)}${since}`,
  )
}
