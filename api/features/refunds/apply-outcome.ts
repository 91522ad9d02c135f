import { hourMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import { arrivalMs, callConnector } from '../../connectors/call-connector.ts'
import { rejectionStatus } from '../../connectors/call-http.ts'
import { connectorFor } from '../../connectors/connector-for.ts'
import type { RefundOutcome } from '../../connectors/refunds.ts'
import type { Context, UnitOfWork } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { findBank } from '../lookups/lookups.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { announceRefunded } from '../payments/events.ts'
import { appendPaymentEvent, updatePaymentRecord } from '../payments/move.ts'
import { payments } from '../payments/tables.ts'
import { emitRefund } from './emit.ts'
import { mailRefund } from './mail.ts'
import {
  endRefund,
  findRefund,
  lockRefund,
  type RefundKey,
  type RefundRecord,
  type RefundWithPayment,
  updateRefundRecord,
} from './move.ts'

/** Time until the next query about a refund whose money the processor holds: its event may be lost. In ms. */
export const heldCheckMs = 6 * hourMs

/** Unit of work for a call of a processor between two transactions. */
type RefundUnitOfWork = Pick<UnitOfWork, 'mode' | 'config' | 'write'>

/**
 * Requests a refund from the processor, between two transactions; its money is already taken. If no outcome arrives, the refund stays in
 * processing for the job that queries again. Some processors accept no reference of ours and would carry out two requests, so none is sent
 * while an earlier one may still arrive.
 */
export async function sendRefund(unitOfWork: RefundUnitOfWork, key: RefundKey): Promise<void> {
  const built = await unitOfWork.write(async (context) => {
    const { refund } = await lockRefund(context.tx, key)
    // The refund may have ended since the caller read it. A failed one must not be sent: its money is back in the balance.
    if (refund.status !== 'processing') return undefined
    if (refund.sentAt && context.realNow.getTime() - refund.sentAt.getTime() < arrivalMs) return undefined
    await updateRefundRecord(context.tx, refund, { sentAt: context.realNow })
    return buildRefundRequest(context.tx, key)
  })
  if (!built) return
  const { processor, ...request } = built
  const { refunds } = connectorFor(unitOfWork, 'refunds', processor)
  let isAnswered = false
  const sending = refunds.request(request).then(
    (outcome) => {
      isAnswered = true
      return outcome
    },
    (error) => {
      isAnswered = rejectionStatus(error) !== undefined
      throw error
    },
  )
  const outcome = await callConnector(sending)
  // Without an answer the processor may still make the refund, even after the connection has ended.
  if (!isAnswered) return
  await unitOfWork.write(async (context) => {
    const { refund } = await lockRefund(context.tx, key)
    await updateRefundRecord(context.tx, refund, { sentAt: null })
    if (outcome) await applyRefundOutcome(context, key, outcome)
  })
}

/** Queries the processor for the outcome of a refund. */
export async function queryRefund(unitOfWork: RefundUnitOfWork, key: RefundKey): Promise<RefundOutcome> {
  const { processor, ...request } = await unitOfWork.write(({ tx }) => buildRefundRequest(tx, key))
  return connectorFor(unitOfWork, 'refunds', processor).refunds.query(request)
}

async function buildRefundRequest(tx: Context['tx'], key: RefundKey) {
  const { reference, amountKobo, merchantId, paymentId, ...account } = await findRefund(tx, key)
  const [payment] = await tx
    .select({
      reference: payments.reference,
      processor: payments.processor,
      processorReference: payments.processorReference,
      paidCharge: payments.paidCharge,
    })
    .from(payments)
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, paymentId)))
  const { bankId, accountNumber, accountName } = account
  return {
    processor: payment!.processor,
    reference,
    amountKobo,
    chargeReference: payment!.paidCharge ?? payment!.processorReference ?? payment!.reference,
    ...(bankId && accountNumber && { account: { bankCode: findBank(bankId)!.code, accountNumber, accountName } }),
  }
}

/** Entry point for every processor outcome of a refund. A repeated outcome changes nothing. */
export async function applyRefundOutcome(
  context: Context,
  key: RefundKey,
  outcome: RefundOutcome,
): Promise<RefundRecord> {
  const locked = await lockRefund(context.tx, key)
  if (locked.refund.status !== 'processing') return locked.refund
  switch (outcome.kind) {
    case 'processed':
      return completeRefund(context, locked)
    case 'failed':
      return failRefund(context, locked, outcome.message)
    case 'needs_account':
      return requestRefundAccount(context, locked, outcome)
    case 'pending':
    case 'unknown':
      return locked.refund
  }
}

/**
 * Applies the outcome of a refund that waits for an account here: somebody has given the processor an account, or the processor has given
 * up. Other outcomes change nothing.
 */
export async function applyWaitingOutcome(context: Context, key: RefundKey, outcome: RefundOutcome): Promise<void> {
  const { refund } = await lockRefund(context.tx, key)
  if (refund.status !== 'needs_attention' || (outcome.kind !== 'processed' && outcome.kind !== 'failed')) return
  await updateRefundRecord(context.tx, refund, { status: 'processing', failureMessage: null })
  await applyRefundOutcome(context, key, outcome)
}

/**
 * Fails a refund that was processed and came back later: its money is in the balance again, and can be refunded again. Any other outcome
 * changes nothing.
 */
export async function applyLateOutcome(context: Context, key: RefundKey, outcome: RefundOutcome): Promise<void> {
  const locked = await lockRefund(context.tx, key)
  const { refund, payment } = locked
  if (refund.status !== 'processed' || outcome.kind !== 'failed') return
  const refundedKobo = payment.refundedKobo - refund.amountKobo
  const left = await updatePaymentRecord(context.tx, payment, {
    refundedKobo,
    status: refundedKobo === 0 ? 'success' : 'partially_refunded',
  })
  await announceRefunded(context, left, { kobo: -refund.amountKobo, refundId: refund.id })
  await failRefund(context, { refund, payment: left }, outcome.message)
}

async function completeRefund(context: Context, { refund, payment }: RefundWithPayment): Promise<RefundRecord> {
  const { tx, now } = context
  const done = await updateRefundRecord(tx, refund, { status: 'processed', processedAt: now, checkAt: null })
  const refundedKobo = payment.refundedKobo + refund.amountKobo
  const isAll = refundedKobo === payment.amountKobo
  await updatePaymentRecord(tx, payment, { refundedKobo, status: isAll ? 'refunded' : 'partially_refunded' })
  const back = { kobo: refund.amountKobo, refundId: refund.id }
  await announceRefunded(context, { ...payment, refundedKobo }, back)
  const amount = formatNaira(refund.amountKobo)
  await appendPaymentEvent(tx, payment, now, 'refund_processed', `${amount} was refunded to the customer`)
  const { merchantId, id: refundId } = refund
  // An earlier email about a refund that is paid late may have been dropped, because the refund had come back by then.
  const key = refund.paidLateAt ? `${refundId}:late` : refundId
  await enqueueJob(tx, mailRefund, { merchantId, refundId }, { merchantId, key, runAt: now })
  await emitRefund(context, { refund, payment }, 'refund.processed')
  return done
}

export async function failRefund(context: Context, locked: RefundWithPayment, message: string): Promise<RefundRecord> {
  const { refund, payment } = locked
  const failed = await endRefund(context, locked, message)
  await sendNotification(context, refund.merchantId, {
    kind: 'dispute',
    title: `A refund of ${formatNaira(refund.amountKobo)} failed`,
    text: `${message}. The money for ${payment.customerName ?? payment.customerEmail} is back in your balance.`,
    path: `/transactions/${payment.id}`,
  })
  return failed
}

async function requestRefundAccount(
  context: Context,
  { refund, payment }: RefundWithPayment,
  { message, isHeld }: Extract<RefundOutcome, { kind: 'needs_account' }>,
): Promise<RefundRecord> {
  const { tx, now } = context
  const awaitingAccount = await updateRefundRecord(tx, refund, {
    status: 'needs_attention',
    failureMessage: message,
    checkAt: isHeld ? new Date(now.getTime() + heldCheckMs) : null,
  })
  const text = `The refund of ${formatNaira(refund.amountKobo)} needs the customer\u2019s bank account: ${message}`
  await appendPaymentEvent(tx, payment, now, 'refund_needs_attention', text)
  await sendNotification(context, refund.merchantId, {
    kind: 'dispute',
    title: `A refund of ${formatNaira(refund.amountKobo)} needs a bank account`,
    text: `${message}. Ask ${payment.customerName ?? payment.customerEmail} for a bank account and enter it on the transaction.`,
    path: `/transactions/${payment.id}`,
  })
  await emitRefund(context, { refund, payment }, 'refund.needs_attention')
  return awaitingAccount
}
