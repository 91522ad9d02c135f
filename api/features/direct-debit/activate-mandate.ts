import type { ProviderStatus } from '../../connectors/mandates.ts'
import type { Context } from '../../context.ts'
import { emitMandate } from './emit.ts'
import { enqueueMandateEmail, enqueueSubscriptionUpdate } from './enqueue-mandate-jobs.ts'
import { appendMandateEvent, type MandateRecord, updateMandateRecord } from './move.ts'
import { customerNameOf, notifyMandateMembers } from './notify-mandate-members.ts'
import { planNextDebit } from './plan.ts'
import { scheduleMandateCheck } from './schedule-mandate-check.ts'

export async function activateMandate(
  context: Context,
  mandate: MandateRecord,
  providerStatus: ProviderStatus & { kind: 'active' },
) {
  const { tx, now } = context
  await appendMandateEvent(tx, mandate, now, 'activated', 'The bank activated the mandate')
  const active = await updateMandateRecord(tx, mandate, { status: 'active', activatedAt: now }, now)
  await emitMandate(context, active, 'mandate.activated')
  return providerStatus.ready
    ? makeMandateReady(context, active)
    : scheduleMandateCheck(context, active, providerStatus.checkAgainAt)
}

export async function makeMandateReady(context: Context, mandate: MandateRecord): Promise<MandateRecord> {
  const { tx, now } = context
  if (mandate.readyToDebit) return scheduleMandateCheck(context, mandate)
  await appendMandateEvent(tx, mandate, now, 'ready', 'The bank accepts debits from now on')
  const ready = await updateMandateRecord(tx, mandate, { readyToDebit: true, readyAt: mandate.readyAt ?? now }, now)
  await enqueueSubscriptionUpdate(context, ready)
  if (!mandate.readyAt) {
    await enqueueMandateEmail(context, ready, 'ready')
    await notifyMandateMembers(
      context,
      ready,
      'Ready to debit',
      `The mandate of ${customerNameOf(ready)} can be debited from now on.`,
    )
  }
  const planned = await scheduleMandateCheck(context, await planNextDebit(context, ready))
  await emitMandate(context, planned, 'mandate.ready')
  return planned
}
