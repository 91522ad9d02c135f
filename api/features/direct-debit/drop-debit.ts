import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { mailDebit } from './emails/email-jobs.ts'
import { emitDebit } from './emit.ts'
import { appendMandateEvent, type DebitRecord, type MandateRecord, updateDebitRecord } from './move.ts'
import { customerNameOf, notifyOfMandateFailure } from './notify-mandate-members.ts'
import { endedFields, planNextDebit } from './plan.ts'

const mandateNotReady = { code: 'mandate_not_ready', message: 'The mandate could not be debited on that day.' }

/**
 * Cancels a debit that became due while the mandate does not allow debits, or the business may not take it. Notifies the business, and
 * the customer if they were notified of the debit. `reason.message` is a sentence.
 */
export async function dropDebit(
  context: Context,
  debit: DebitRecord,
  mandate: MandateRecord,
  reason = mandateNotReady,
) {
  const { tx, now } = context
  const { code: failureCode, message: failureMessage } = reason
  const dropped = await updateDebitRecord(tx, debit, {
    ...endedFields(now),
    status: 'cancelled',
    failureCode,
    failureMessage,
  })
  const amount = formatNaira(debit.amountKobo)
  await appendMandateEvent(
    tx,
    mandate,
    now,
    'debit_cancelled',
    `The debit of ${amount} was cancelled: ${failureMessage}`,
  )
  const text = `${amount} of ${customerNameOf(mandate)} was not debited: ${failureMessage}`
  await notifyOfMandateFailure(context, mandate, 'A debit was cancelled', text)
  await mailCancelledDebit(context, dropped)
  await emitDebit(context, dropped, 'debit.cancelled')
  await planNextDebit(context, mandate)
}

/** Emails the customer, if they were notified of the debit, that it is not made. */
export async function mailCancelledDebit({ tx }: Context, { merchantId, id, noticedAt }: DebitRecord): Promise<void> {
  if (noticedAt)
    await enqueueJob(tx, mailDebit, { merchantId, id, what: 'cancelled' }, { merchantId, key: `${id}:cancelled` })
}
