import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { SettlementHold } from './hold.ts'
import {
  appendSettlementEvent,
  findRecipientName,
  type SettlementRecord,
  settlementPath,
  updateSettlementRecord,
} from './move.ts'

/** Puts a due or returned settlement on hold. The merchant is notified once per reason, not again on each working day. */
export async function putOnHold(context: Context, settlement: SettlementRecord, { reason, message }: SettlementHold) {
  const { tx, now } = context
  const held = await updateSettlementRecord(tx, settlement, {
    status: 'on_hold',
    holdReason: reason,
    holdMessage: message,
    notifiedHold: reason,
    nextAt: null,
  })
  if (settlement.notifiedHold === reason) return
  await appendSettlementEvent(tx, held, now, 'on_hold', message)
  await notifyOfHold(context, held, { message })
}

/** Fields of a settlement that is neither on hold nor held. */
export const withoutHold = { heldFor: null, holdReason: null, holdMessage: null } as const

/** Notifies the members of the business why a settlement is not sent. */
export async function notifyOfHold(
  context: Context,
  held: SettlementRecord,
  { message }: Pick<SettlementHold, 'message'>,
): Promise<void> {
  const { tx } = context
  const whose = await findRecipientName(tx, held)
  await sendNotification(context, held.merchantId, {
    kind: 'settlement',
    title: `A settlement of ${formatNaira(held.amountKobo)}${whose ? ` for ${whose}` : ''} is on hold`,
    text: message,
    path: settlementPath(held),
  })
}
