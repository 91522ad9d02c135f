import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { mailMandate } from './emails/email-jobs.ts'
import { mandateStatusChanged } from './enqueue.ts'
import { mandateKey, merchantKey } from './mandate-key.ts'
import type { MandateRecord } from './move.ts'

/** Enqueued as a job, because a subscription must be locked before its mandate. */
export async function enqueueSubscriptionUpdate({ tx }: Context, mandate: MandateRecord): Promise<void> {
  const { merchantId, subscriptionId } = mandate
  if (subscriptionId)
    await enqueueJob(tx, mandateStatusChanged, { merchantId, id: subscriptionId }, merchantKey(mandate))
}

export const enqueueMandateEmail = (context: Context, mandate: MandateRecord, what: 'ready' | 'ended') =>
  enqueueJob(context.tx, mailMandate, { ...mandateKey(mandate), what }, merchantKey(mandate))
