import type { acceptDispute, contestDispute } from '@adire/contract/disputes.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { announceRefunded } from '../payments/events.ts'
import { appendPaymentEvent, updatePaymentRecord } from '../payments/move.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { enqueueSandboxDecision } from './enqueue.ts'
import {
  appendDisputeEvent,
  type DisputeKey,
  type DisputeRecord,
  type DisputeWithPayment,
  holdMoney,
  listEvidence,
  lockDispute,
  requireOpenDispute,
  resolveHeldFunds,
  updateDisputeRecord,
} from './move.ts'
import { retrieveDispute } from './serialize.ts'

type Resolution = NonNullable<DisputeRecord['resolution']>

/** Accepts a dispute: returns the offered part of the disputed amount, which ends the dispute. */
export async function acceptDisputeHandler(
  context: MerchantContext,
  { id, amountKobo }: ParsedInput<typeof acceptDispute>,
) {
  const { tx, merchant } = context
  const locked = await lockDispute(tx, { merchantId: merchant.id, id })
  requireOpenDispute(context, locked.dispute)
  const { dispute } = locked
  if (amountKobo > dispute.amountKobo)
    throw problem.field(
      'amountKobo',
      `At most ${formatNaira(dispute.amountKobo)} is disputed`,
      'above_what_is_disputed',
    )
  await endDispute(
    context,
    locked,
    'merchant_accepted',
    amountKobo,
    `${await readActorName(context)} accepted to refund`,
  )
  await recordAuditEvent(context, { action: 'dispute.accepted', object: dispute.reference, after: { amountKobo } })
  return retrieveDispute(tx, dispute)
}

/** Contests a dispute: the payer's bank reads the message and the evidence, and decides. */
export async function contestDisputeHandler(
  context: MerchantContext,
  { id, message }: ParsedInput<typeof contestDispute>,
) {
  const { tx, merchant, now } = context
  const { dispute, payment } = await lockDispute(tx, { merchantId: merchant.id, id })
  requireOpenDispute(context, dispute)
  const evidence = await listEvidence(tx, dispute)
  const contested = await updateDisputeRecord(tx, dispute, {
    status: 'awaiting_bank_feedback',
    message,
    respondedAt: now,
  })
  const documentsText = `${evidence.length} ${evidence.length === 1 ? 'document' : 'documents'}`
  const text = `${await readActorName(context)} contested with ${documentsText}. The bank is deciding.`
  await appendDisputeEvent(tx, dispute, now, 'contested', text)
  await appendPaymentEvent(tx, payment, now, 'dispute_contested', `Dispute ${dispute.reference}: ${text}`)
  await recordAuditEvent(context, {
    action: 'dispute.contested',
    object: dispute.reference,
    after: { evidence: evidence.map(({ type, name }) => `${type}: ${name}`) },
  })
  await enqueueSandboxDecision(
    context,
    contested,
    evidence.map(({ name }) => name),
  )
  return retrieveDispute(tx, dispute)
}

/** Accepts a dispute without a response after its deadline, as the bank does. */
export async function acceptInSilence(context: Context, key: DisputeKey): Promise<void> {
  const locked = await lockDispute(context.tx, key)
  const { status, dueAt, amountKobo } = locked.dispute
  if (status !== 'awaiting_merchant_feedback' || dueAt > context.now) return
  await endDispute(context, locked, 'auto_accepted', amountKobo, 'No response in time: the bank took back')
}

export type DisputeDecision = 'won' | 'lost' | 'declined'

/**
 * Applies the bank's decision. Returns false and changes nothing if the dispute is decided already.
 * @throws 404 dispute_not_found, 409 dispute_not_contested if the merchant has not responded yet
 */
export async function decideDispute(
  context: Context,
  key: DisputeKey,
  resolution: DisputeDecision,
  by: string,
): Promise<boolean> {
  const locked = await lockDispute(context.tx, key)
  const { status, amountKobo, reference, merchantId, resolvedAt } = locked.dispute
  if (resolvedAt) return false
  if (status !== 'awaiting_bank_feedback')
    throw problem.conflict('dispute_not_contested', 'The business has not responded to this dispute yet')
  await endDispute(context, locked, resolution, resolution === 'won' ? 0 : amountKobo, how[resolution])
  await recordAuditEvent(context, {
    action: 'dispute.decided',
    object: reference,
    after: { resolution },
    merchantId,
    actor: by === 'sandbox' ? { kind: 'system', name: by } : { kind: 'operator', name: by },
  })
  return true
}

const how: Record<DisputeDecision, string> = {
  won: 'The bank decided for you',
  lost: 'The bank decided for the customer and took back',
  declined: 'The bank did not accept the evidence and took back',
}

/** Ends a dispute. Every end goes through here: moves the money, updates the payment, notifies the members. */
async function endDispute(
  context: Context,
  locked: DisputeWithPayment,
  resolution: Resolution,
  lostKobo: number,
  reason: string,
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
    await announceRefunded(context, { ...payment, refundedKobo }, lostKobo)
  }
  const text =
    lostKobo > 0 ? lostText(ended, dispute, reason) : `Won: ${formatNaira(dispute.heldKobo)} returned to your balance`
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
const titles: Record<Resolution, (amount: string) => string> = {
  won: (amount) => `You won the dispute over ${amount}`,
  lost,
  declined: lost,
  merchant_accepted: lost,
  auto_accepted: (amount) => `The dispute over ${amount} was not answered in time`,
}

function lostText({ lostKobo, owedKobo }: DisputeRecord, { heldKobo }: DisputeRecord, how: string): string {
  const free = Math.max(0, heldKobo - lostKobo)
  return [
    `${how} ${formatNaira(lostKobo)}`,
    free > 0 && `${formatNaira(free)} that was held returned to your balance`,
    owedKobo > 0 && `${formatNaira(owedKobo)} will be deducted from your next payments`,
  ]
    .filter(Boolean)
    .join('; ')
}
