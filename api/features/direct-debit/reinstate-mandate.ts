import type { Context } from '../../context.ts'
import { appendMandateEvent, type MandateRecord, updateMandateRecord } from './move.ts'
import { customerNameOf, notifyMandateMembers } from './notify-mandate-members.ts'

export async function reinstateMandate(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'reinstated', 'The bank lifted the suspension')
  await notifyMandateMembers(
    context,
    mandate,
    'A mandate is active again',
    `The bank lifted the suspension of ${customerNameOf(mandate)}.`,
  )
  return updateMandateRecord(tx, mandate, { status: 'active', reason: null }, now)
}
