import type { Context } from '../../context.ts'
import { emitMandate } from './emit.ts'
import { appendMandateEvent, type MandateRecord, updateMandateRecord } from './move.ts'

export async function authorizeMandate(context: Context, mandate: MandateRecord) {
  const { tx, now } = context
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'authorized',
    mandate.authorizationUrl
      ? 'The customer authorised the mandate; the bank activates it'
      : 'The customer’s transfer arrived; the bank looks at the mandate',
  )
  const authorized = await updateMandateRecord(tx, mandate, { status: 'pending_activation', authorizedAt: now }, now)
  await emitMandate(context, mandate, 'mandate.authorized')
  return authorized
}
