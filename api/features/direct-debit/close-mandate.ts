import type { EndedBy, MandateStatus } from '@adire/contract/direct-debit-schemas.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { emitDebit, emitMandate } from './emit.ts'
import { cancelAtBank } from './enqueue.ts'
import { enqueueMandateEmail, enqueueSubscriptionUpdate } from './enqueue-mandate-jobs.ts'
import { merchantKey } from './mandate-key.ts'
import { appendMandateEvent, bankReference, type MandateRecord, updateMandateRecord } from './move.ts'
import { customerNameOf, notifyMandateMembers, notifyOfMandateFailure } from './notify-mandate-members.ts'
import { cancelPlannedDebits } from './plan.ts'

type EndStatus = Extract<MandateStatus, 'rejected' | 'authorization_expired' | 'cancelled' | 'expired'>
const endings: Record<EndStatus, { title: string; code: string }> = {
  rejected: { title: 'A mandate was rejected', code: 'mandate_rejected' },
  authorization_expired: { title: 'A mandate was not authorised in time', code: 'mandate_expired' },
  cancelled: { title: 'A mandate was cancelled', code: 'mandate_cancelled' },
  expired: { title: 'A mandate has expired', code: 'mandate_expired' },
}

/**
 * Ends a locked mandate: planned debits are cancelled, debits at the bank finish. Notifies the customer and the merchant, who needs
 * no email about what they or their subscription ended. The customer never sees the reason of a merchant (`endedBy`).
 */
export async function closeMandate(
  context: Context,
  mandate: MandateRecord,
  status: EndStatus,
  reason: string,
  endedBy: EndedBy | 'subscription' | null = null,
) {
  const { tx, now } = context
  const { title, code } = endings[status]
  await appendMandateEvent(tx, mandate, now, status, `${sentences[status]}: ${reason}`)
  const over = await updateMandateRecord(
    tx,
    mandate,
    {
      status,
      readyToDebit: false,
      reason,
      endedBy: endedBy === 'subscription' ? null : endedBy,
      sealedHolder: null,
      dueAt: null,
      endedAt: now,
    },
    now,
  )
  const cancelled = await cancelPlannedDebits(context, over, { failureCode: code, failureMessage: reason })
  for (const debit of cancelled) await emitDebit(context, debit, 'debit.cancelled')
  await enqueueMandateEmail(context, over, 'ended')
  await enqueueSubscriptionUpdate(context, over)
  if (mandate.consentedAt && status !== 'rejected')
    await enqueueJob(
      tx,
      cancelAtBank,
      { ...merchantKey(mandate), reference: bankReference(mandate), processor: mandate.processor },
      merchantKey(mandate),
    )
  const notify = endedBy === 'business' || endedBy === 'subscription' ? notifyMandateMembers : notifyOfMandateFailure
  await notify(context, over, title, `${customerNameOf(over)}: ${reason}.`)
  await emitMandate(context, over, status === 'authorization_expired' ? 'mandate.expired' : `mandate.${status}`)
  return over
}

const sentences: Record<EndStatus, string> = {
  rejected: 'Rejected',
  authorization_expired: 'Not authorised in time',
  cancelled: 'Cancelled',
  expired: 'Over',
}
