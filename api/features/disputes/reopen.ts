import { afterRunning, disputeResponseMs } from '@adire/contract/dispute-clock.ts'
import { describeDeadline } from '@adire/contract/dispute-deadline.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent } from '../payments/move.ts'
import { calculateRefundable } from '../refunds/refundable.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { addDisputeParts, deleteDisputeParts } from '../splits/share-returns.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { listDisputeDetails } from './dispute-details.ts'
import { enqueueDeadlineJobs } from './enqueue.ts'
import {
  appendDisputeEvent,
  type DisputeKey,
  type DisputeWithPayment,
  holdMoney,
  lockDispute,
  updateDisputeRecord,
} from './move.ts'
import { findOpenDispute } from './open.ts'
import { retrieveDispute } from './serialize.ts'

/** Reason why a bank returns to a dispute: it needs more evidence, or reopens a dispute that it had decided. */
export type DisputeReturn = 'asks_more' | 'reopened'

/** Whether the bank can still reopen the dispute: the merchant won it, and part of the payment is not returned yet. */
export async function mayReopen(
  { tx }: Pick<Context, 'tx'>,
  { dispute, payment }: DisputeWithPayment,
): Promise<boolean> {
  const { status, resolution } = dispute
  return (
    status === 'resolved' &&
    resolution === 'won' &&
    !(await findOpenDispute(tx, payment)) &&
    (await calculateRefundable(tx, payment)) > 0
  )
}

/**
 * Reopens a dispute: the bank needs more evidence, or demands the money again after the merchant had won. The merchant gets the
 * full response time again (or until `dueAt`) and can change the evidence; released money is held again.
 * @throws 404 dispute_not_found, 409 dispute_move_refused if the dispute cannot be reopened
 */
export async function reopenDispute(
  context: Context,
  key: DisputeKey,
  why: DisputeReturn,
  dueAt: Date | null = null,
): Promise<void> {
  const { tx, now } = context
  const locked = await lockDispute(tx, key)
  const { dispute, payment } = locked
  const isInformationRequest = why === 'asks_more'
  if (isInformationRequest ? dispute.status !== 'awaiting_bank_feedback' : !(await mayReopen(context, locked)))
    throw problem.conflict('dispute_move_refused', 'The bank can’t reopen this dispute in its current state')
  const amountKobo = isInformationRequest
    ? dispute.amountKobo
    : Math.min(dispute.claimedKobo ?? dispute.amountKobo, await calculateRefundable(tx, payment))
  const opened = await updateDisputeRecord(tx, dispute, {
    status: 'awaiting_merchant_feedback',
    amountKobo,
    resolution: null,
    respondedAt: null,
    offeredKobo: null,
    sentAt: null,
    resolvedAt: null,
    dueAt: dueAt ?? afterRunning(now, disputeResponseMs),
  })
  if (!isInformationRequest) {
    await deleteDisputeParts(tx, dispute)
    await addDisputeParts(tx, payment, dispute, amountKobo)
  }
  const again = await holdMoney(context, opened)
  const amount = formatNaira(amountKobo)
  const text = isInformationRequest
    ? 'The bank asks for more evidence before it decides'
    : `The bank reopened it and claims ${amount} again; ${formatNaira(again.heldKobo)} of ${describeBalances(payment)} is held`
  await appendDisputeEvent(tx, again, now, why, text)
  await appendPaymentEvent(tx, payment, now, 'dispute_opened', `Dispute ${dispute.reference}: ${text}`)
  await sendNotification(context, dispute.merchantId, {
    kind: 'dispute',
    title: isInformationRequest
      ? `The bank asks for more evidence about the dispute over ${amount}`
      : `The dispute over ${amount} is open again`,
    text: `${text}. ${describeDeadline(again.dueAt, now)}, or the dispute is accepted automatically.`,
    path: `/transactions/disputes/${dispute.id}`,
    rows: listDisputeDetails(again, payment),
  })
  await enqueueDeadlineJobs(context, again)
  await emitWebhookEvent(context, dispute.merchantId, 'dispute.reopened', () => retrieveDispute(tx, again))
}
