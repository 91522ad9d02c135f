import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { appendPaymentEvent } from '../payments/move.ts'
import { calculateRefundable } from '../refunds/left.ts'
import type { RefundWithPayment } from '../refunds/move.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { increaseDisputeParts } from '../splits/share-returns.ts'
import { appendDisputeEvent, holdMoney, lockDispute, updateDisputeRecord } from './move.ts'
import { findOpenDispute } from './open.ts'

/**
 * Lets the open dispute of a payment cover the amount of a refund that has failed, as far as the bank demands it: it was less by that amount
 * while the refund was under way. Holds what the refund gave back.
 */
export async function increaseDispute(context: Context, { refund, payment }: RefundWithPayment): Promise<void> {
  const { tx, now } = context
  const open = await findOpenDispute(tx, payment)
  if (!open) return
  const { dispute } = await lockDispute(tx, open)
  const claimedKobo = dispute.claimedKobo ?? dispute.amountKobo
  const amountKobo = Math.min(claimedKobo, await calculateRefundable(tx, payment))
  const moreKobo = amountKobo - dispute.amountKobo
  if (moreKobo <= 0) return
  await increaseDisputeParts(tx, payment, dispute, moreKobo)
  const held = await holdMoney(context, await updateDisputeRecord(tx, dispute, { amountKobo }))
  const text = `The refund of ${formatNaira(refund.amountKobo)} failed, so the customer disputes ${formatNaira(amountKobo)} now; ${formatNaira(held.heldKobo)} of ${describeBalances(payment)} is held`
  await appendDisputeEvent(tx, held, now, 'increased', text)
  await appendPaymentEvent(tx, payment, now, 'dispute_increased', `Dispute ${dispute.reference}: ${text}`)
  await sendNotification(context, dispute.merchantId, {
    kind: 'dispute',
    title: `A dispute is over ${formatNaira(amountKobo)} now`,
    text: `${text}.`,
    path: `/transactions/disputes/${dispute.id}`,
  })
}
