import type { DisputeResolution } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { announceRefunded } from '../payments/events.ts'
import { appendPaymentEvent, updatePaymentRecord } from '../payments/move.ts'
import { enqueueRefundChecks } from '../refunds/jobs.ts'
import { describeBalances } from '../splits/describe-balances.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import {
  appendDisputeEvent,
  type DisputeRecord,
  type DisputeWithPayment,
  holdMoney,
  resolveHeldFunds,
  updateDisputeRecord,
} from './move.ts'
import { retrieveDispute } from './serialize.ts'

/** First part of the sentence about the end of a dispute; the lost amount follows. */
const reasons: Record<DisputeResolution, string> = {
  won: 'The bank decided for you',
  lost: 'The bank decided for the customer and took back',
  declined: 'The bank did not accept the evidence and took back',
  merchant_accepted: 'As you accepted, the bank took back',
  auto_accepted: 'No response in time: the bank took back',
}

/**
 * The only entry point for the end of a dispute: moves the money, updates the payment, notifies the members. `lostKobo`: amount in kobo
 * that goes back to the payer.
 */
export async function endDispute(
  context: Context,
  locked: DisputeWithPayment,
  resolution: DisputeResolution,
  lostKobo: number,
  reason = reasons[resolution],
) {
  const { tx, now } = context
  const { payment } = locked
  // Hold money that has come in since the dispute was opened, before the platform advances anything.
  const dispute = lostKobo > locked.dispute.heldKobo ? await holdMoney(context, locked.dispute) : locked.dispute
  const money = await resolveHeldFunds(context, dispute, lostKobo)
  const ended = await updateDisputeRecord(tx, dispute, { ...money, status: 'resolved', resolution, resolvedAt: now })
  if (lostKobo > 0) {
    const refundedKobo = payment.refundedKobo + lostKobo
    await updatePaymentRecord(tx, payment, {
      refundedKobo,
      status: refundedKobo === payment.amountKobo ? 'reversed' : 'partially_refunded',
    })
    await announceRefunded(context, { ...payment, refundedKobo }, { kobo: lostKobo, refundId: null })
  }
  // A refund that failed and was paid after all could not be taken while the payment was disputed.
  await enqueueRefundChecks(context, payment, ['failed'])
  const whose = describeBalances(payment)
  const text =
    lostKobo > 0
      ? lostText(ended, { held: dispute, whose, how: reason })
      : `Won: ${formatNaira(dispute.heldKobo)} returned to ${whose}`
  await appendDisputeEvent(tx, ended, now, 'resolved', text)
  await appendPaymentEvent(
    tx,
    payment,
    now,
    lostKobo > 0 ? 'dispute_lost' : 'dispute_won',
    `Dispute ${ended.reference}: ${text}`,
  )
  if (resolution !== 'merchant_accepted')
    await sendNotification(context, ended.merchantId, {
      kind: 'dispute',
      title: titles[resolution](formatNaira(ended.amountKobo)),
      text: `${text}.`,
      path: `/transactions/disputes/${ended.id}`,
    })
  await emitWebhookEvent(context, ended.merchantId, 'dispute.resolved', () => retrieveDispute(tx, ended))
}

const lost = (amount: string) => `The dispute over ${amount} was lost`
const titles: Record<DisputeResolution, (amount: string) => string> = {
  won: (amount) => `You won the dispute over ${amount}`,
  lost,
  declined: lost,
  merchant_accepted: lost,
  auto_accepted: (amount) => `The dispute over ${amount} was not answered in time`,
}

function lostText(
  { lostKobo, owedKobo }: DisputeRecord,
  { held, whose, how }: { held: DisputeRecord; whose: string; how: string },
): string {
  const free = Math.max(0, held.heldKobo - lostKobo)
  return [
    `${how} ${formatNaira(lostKobo)}`,
    free > 0 && `${formatNaira(free)} that was held returned to ${whose}`,
    owedKobo > 0 && `${formatNaira(owedKobo)} will be deducted from your next payments`,
  ]
    .filter(Boolean)
    .join('; ')
}
