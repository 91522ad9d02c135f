import { afterRunning, disputeResponseMs } from '@adire/contract/dispute-clock.ts'
import { describeDeadline } from '@adire/contract/dispute-deadline.ts'
import type { DisputeRow } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { randomText } from '../../random-text.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { endRefund } from '../refunds/move.ts'
import { calculateRefundable, listUnsentRefunds } from '../refunds/refundable.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { addDisputeParts } from '../splits/share-returns.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { listDisputeDetails } from './dispute-details.ts'
import { enqueueDeadlineJobs } from './enqueue.ts'
import { addDisputeRecord, appendDisputeEvent, type DisputeRecord, holdMoney } from './move.ts'
import { retrieveDispute } from './serialize.ts'
import { disputes } from './tables.ts'

/** Notice from a payer's bank that demands money back. */
export interface DisputeNotice {
  /** Null if the operator opens it. */
  processor: Processor | null
  processorReference: string
  category: DisputeRow['category']
  /** Why the payer disputes the payment, in their words. */
  reason: string
  /** At most this amount in kobo. By default all of the payment that has not gone back to its payer. */
  amountKobo?: number
  /** Deadline of the processor. */
  dueAt?: Date | null
}

/** The dispute of a business that has the processor's reference, if there is one. */
async function findKnownDispute(
  tx: Tx,
  merchantId: string,
  { processor, processorReference }: DisputeNotice,
): Promise<DisputeRecord | undefined> {
  const isOfProcessor = processor === null ? isNull(disputes.processor) : eq(disputes.processor, processor)
  const [known] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.merchantId, merchantId), isOfProcessor, eq(disputes.processorReference, processorReference)))
  return known
}

/** The undecided dispute of a payment, if any. */
export async function findOpenDispute(tx: Tx, { merchantId, id }: Pick<PaymentRecord, 'merchantId' | 'id'>) {
  const [open] = await tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.merchantId, merchantId), eq(disputes.paymentId, id), isNull(disputes.resolvedAt)))
  return open
}

/** A disputed payment cannot be refunded. */
export const findDisputeObstacle = async (tx: Tx, payment: Pick<PaymentRecord, 'merchantId' | 'id'>) =>
  (await findOpenDispute(tx, payment)) &&
  problem.conflict('payment_disputed', 'The customer disputes this payment. Respond to the dispute instead')

/**
 * Opens a dispute over the part of a payment that is not returned yet, and holds that amount. A repeated notice returns the same
 * dispute. Undefined if nothing of the payment is left, or another dispute is open.
 * @throws 404 payment_not_found
 */
export async function openDispute(
  context: Context,
  key: { merchantId: string; id: string },
  { amountKobo: noticedKobo, dueAt, ...notice }: DisputeNotice,
): Promise<DisputeRecord | undefined> {
  const { tx, now } = context
  const payment = await lockPayment(tx, key)
  if (!payment) throw problem.notFound('payment')
  const known = await findKnownDispute(tx, payment.merchantId, notice)
  if (known) return known
  if (!payment.paidAt || (await findOpenDispute(tx, payment))) return undefined
  const claimedKobo = Math.min(noticedKobo ?? payment.amountKobo - payment.refundedKobo, payment.amountKobo)
  const amountKobo = Math.min(claimedKobo, await endUnsentRefunds(context, payment, claimedKobo))
  if (amountKobo <= 0) return undefined
  const opened = await addDisputeRecord(tx, {
    ...notice,
    merchantId: payment.merchantId,
    paymentId: payment.id,
    reference: newDisputeReference(),
    amountKobo,
    claimedKobo,
    status: 'awaiting_merchant_feedback',
    createdAt: now,
    dueAt: dueAt ?? afterRunning(now, disputeResponseMs),
  })
  await addDisputeParts(tx, payment, opened, amountKobo)
  const dispute = await holdMoney(context, opened)
  await notifyDisputeOpened(context, payment, dispute)
  await enqueueDeadlineJobs(context, dispute)
  await emitWebhookEvent(context, dispute.merchantId, 'dispute.created', () => retrieveDispute(tx, dispute))
  return dispute
}

/**
 * Ends refunds that still wait for the balance, as far as the bank demands their amount: otherwise they would be sent after the bank has
 * taken the money. Returns the amount that the bank can demand of the payment, in kobo.
 */
async function endUnsentRefunds(context: Context, payment: PaymentRecord, claimedKobo: number): Promise<number> {
  for (const refund of await listUnsentRefunds(context.tx, payment)) {
    const leftKobo = await calculateRefundable(context.tx, payment)
    if (leftKobo >= claimedKobo) return leftKobo
    await endRefund(context, { refund, payment }, 'it was not sent, because the customer\u2019s bank demands the money')
  }
  return calculateRefundable(context.tx, payment)
}

async function notifyDisputeOpened(context: Context, payment: PaymentRecord, dispute: DisputeRecord): Promise<void> {
  const { tx, now } = context
  const { amountKobo, heldKobo, dueAt, reference } = dispute
  const amount = formatNaira(amountKobo)
  const whose = describeBalances(payment)
  const held =
    heldKobo === amountKobo
      ? `${amount} of ${whose} is held`
      : `${formatNaira(heldKobo)} of ${whose} is held; the rest will be held from your next payments`
  await appendDisputeEvent(tx, dispute, now, 'opened', `The customer disputes ${amount}: ${dispute.reason}`)
  await appendDisputeEvent(tx, dispute, now, 'held', held)
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'dispute_opened',
    `Dispute ${reference}: the customer disputes ${amount}; ${held}`,
  )
  await sendNotification(context, dispute.merchantId, {
    kind: 'dispute',
    title: `A payment of ${formatNaira(payment.amountKobo)} is disputed`,
    text: `${payment.customerName ?? payment.customerEmail} disputes ${amount}. ${describeDeadline(dueAt, now)}, or the dispute is accepted automatically.`,
    path: `/transactions/disputes/${dispute.id}`,
    rows: listDisputeDetails(dispute, payment),
  })
}

const newDisputeReference = () => `dsp_${randomText(16)}`

/** Opens a simulated dispute over a payment, in test mode. */
export const openSandboxDispute = (context: Context, key: { merchantId: string; id: string }) =>
  openDispute(context, key, {
    processor: 'sandbox',
    processorReference: `sandbox:${key.id}`,
    category: 'chargeback',
    reason: 'I do not know this payment and did not receive anything for it.',
  })
