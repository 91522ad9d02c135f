import { formatNaira } from '@adire/contract/money.ts'
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { disputeLossIncreased } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { announceRefunded } from '../payments/events.ts'
import { appendPaymentEvent, type PaymentRecord, updatePaymentRecord } from '../payments/move.ts'
import type { RefundWithPayment } from '../refunds/move.ts'
import { calculateRefundable } from '../refunds/refundable.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { increaseDisputeParts, increaseLossParts } from '../splits/share-returns.ts'
import {
  appendDisputeEvent,
  collectReceivable,
  type DisputeRecord,
  holdMoney,
  lockDispute,
  updateDisputeRecord,
} from './move.ts'
import { findOpenDispute } from './open.ts'
import { disputes } from './tables.ts'

/**
 * Adds the amount of a failed refund to the dispute of its payment, up to what the bank demands or, after a lost dispute, took. A refund
 * that is under way is not part of the disputed amount.
 */
export async function increaseDispute(context: Context, failed: RefundWithPayment): Promise<void> {
  const open = await findOpenDispute(context.tx, failed.payment)
  if (open) return increaseOpen(context, failed, (await lockDispute(context.tx, open)).dispute)
  const lost = await findLostDispute(context.tx, failed.payment)
  if (lost) await increaseLoss(context, failed, (await lockDispute(context.tx, lost)).dispute)
}

/** The latest dispute by which a bank took more of a payment than its business lost. */
async function findLostDispute(tx: Tx, { merchantId, id }: PaymentRecord): Promise<DisputeRecord | undefined> {
  const [lost] = await tx
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.merchantId, merchantId),
        eq(disputes.paymentId, id),
        inArray(disputes.resolution, ['lost', 'declined', 'auto_accepted']),
        gt(disputes.claimedKobo, disputes.lostKobo),
      ),
    )
    .orderBy(desc(disputes.resolvedAt))
    .limit(1)
  return lost
}

/** Holds the amount that came back to the balance with the failed refund. */
async function increaseOpen(context: Context, failed: RefundWithPayment, dispute: DisputeRecord): Promise<void> {
  const { tx } = context
  const { payment } = failed
  const claimedKobo = dispute.claimedKobo ?? dispute.amountKobo
  const amountKobo = Math.min(claimedKobo, await calculateRefundable(tx, payment))
  const moreKobo = amountKobo - dispute.amountKobo
  if (moreKobo <= 0) return
  await increaseDisputeParts(tx, payment, dispute, moreKobo)
  const held = await holdMoney(context, await updateDisputeRecord(tx, dispute, { amountKobo }))
  await notifyMembersOfIncrease(context, failed, held, {
    title: `A dispute is over ${formatNaira(amountKobo)} now`,
    what: `the customer disputes ${formatNaira(amountKobo)} now; ${formatNaira(held.heldKobo)} of ${describeBalances(payment)} is held`,
  })
}

/** Takes the amount that came back to the balance with the failed refund: the bank has taken it too. */
async function increaseLoss(context: Context, failed: RefundWithPayment, dispute: DisputeRecord): Promise<void> {
  const { tx, mode, now } = context
  const { refund, payment } = failed
  const { amountKobo, claimedKobo, lostKobo, owedKobo, entries } = dispute
  const uncoveredKobo = Math.min(claimedKobo! - lostKobo, refund.amountKobo)
  const moreKobo = Math.min(uncoveredKobo, await calculateRefundable(tx, payment))
  if (moreKobo <= 0) return
  const recipients = await increaseLossParts(tx, payment, dispute, moreKobo)
  await postEntry(tx, disputeLossIncreased(mode, { ...dispute, moreKobo, recipients }, now))
  const lost = await updateDisputeRecord(tx, dispute, {
    amountKobo: amountKobo + moreKobo,
    lostKobo: lostKobo + moreKobo,
    owedKobo: owedKobo + moreKobo,
    entries: entries + 1,
  })
  await collectReceivable(context, lost)
  const refundedKobo = payment.refundedKobo + moreKobo
  const status = refundedKobo === payment.amountKobo ? 'reversed' : 'partially_refunded'
  const updated = await updatePaymentRecord(tx, payment, { refundedKobo, status })
  await announceRefunded(context, updated, { kobo: moreKobo, refundId: null })
  await notifyMembersOfIncrease(context, failed, lost, {
    title: `${formatNaira(moreKobo)} more was lost in a dispute`,
    what: `the ${formatNaira(moreKobo)} that the bank took with this dispute is deducted from ${describeBalances(payment)}`,
  })
}

async function notifyMembersOfIncrease(
  context: Context,
  { refund, payment }: RefundWithPayment,
  dispute: DisputeRecord,
  { title, what }: { title: string; what: string },
): Promise<void> {
  const { tx, now } = context
  const text = `The refund of ${formatNaira(refund.amountKobo)} failed, so ${what}`
  await appendDisputeEvent(tx, dispute, now, 'increased', text)
  await appendPaymentEvent(tx, payment, now, 'dispute_increased', `Dispute ${dispute.reference}: ${text}`)
  await sendNotification(context, dispute.merchantId, {
    kind: 'dispute',
    title,
    text: `${text}.`,
    path: `/transactions/disputes/${dispute.id}`,
  })
}
