import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { tellMembers } from '../notifications/jobs.ts'
import type { Hold } from './hold.ts'
import { change, pathOf, type SettlementRecord, tell, whoseOf } from './move.ts'

/**
 * Puts a settlement that is due, or has just come back, on hold. Its business is notified once: not again on each working day on
 * which it is still held for the same reason.
 */
export async function putOnHold(context: Context, settlement: SettlementRecord, { reason, message }: Hold) {
  const { tx, now } = context
  const held = await change(tx, settlement, {
    status: 'on_hold',
    holdReason: reason,
    holdMessage: message,
    notifiedHold: reason,
    nextAt: null,
  })
  if (settlement.notifiedHold === reason) return
  await tell(tx, held, now, 'on_hold', message)
  const whose = await whoseOf(tx, held)
  await tellMembers(context, held.merchantId, {
    kind: 'settlement',
    title: `A settlement of ${formatNaira(held.totalKobo)}${whose ? ` for ${whose}` : ''} is on hold`,
    text: message,
    path: pathOf(held),
  })
}
