import type { acceptDispute, contestDispute } from '@adire/contract/disputes.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { appendPaymentEvent } from '../payments/move.ts'
import { endDispute } from './end.ts'
import { enqueueDisputeCheck, enqueueResponse, enqueueSandboxDecision } from './enqueue.ts'
import {
  appendDisputeEvent,
  type DisputeKey,
  type DisputeWithPayment,
  isWithProcessor,
  listEvidence,
  lockDispute,
  requireNoProcessor,
  requireOpenDispute,
  updateDisputeRecord,
} from './move.ts'
import { retrieveDispute } from './serialize.ts'

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
  const how = `${await readActorName(context)} accepted to refund`
  if (isWithProcessor(dispute)) await offerRefund(context, locked, amountKobo, how)
  else await endDispute(context, locked, 'merchant_accepted', amountKobo, how)
  await recordAuditEvent(context, { action: 'dispute.accepted', object: dispute.reference, after: { amountKobo } })
  return retrieveDispute(tx, dispute)
}

/** Stores an acceptance and enqueues sending it to the processor, which reports the end of the dispute. */
async function offerRefund(
  context: Context,
  { dispute, payment }: DisputeWithPayment,
  offeredKobo: number,
  how: string,
): Promise<void> {
  const { tx, now } = context
  const offered = await updateDisputeRecord(tx, dispute, {
    status: 'awaiting_bank_feedback',
    offeredKobo,
    respondedAt: now,
  })
  const text = `${how} ${formatNaira(offeredKobo)}. The bank is notified.`
  await appendDisputeEvent(tx, offered, now, 'accepted', text)
  await appendPaymentEvent(tx, payment, now, 'dispute_accepted', `Dispute ${dispute.reference}: ${text}`)
  await enqueueResponse(context, offered)
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
  if (isWithProcessor(contested)) await enqueueResponse(context, contested)
  return retrieveDispute(tx, dispute)
}

/** Accepts a dispute without a response after its deadline, as the bank does. If a processor has the dispute, its state is queried instead. */
export async function acceptAfterDeadline(context: Context, key: DisputeKey): Promise<void> {
  const locked = await lockDispute(context.tx, key)
  const { status, dueAt, amountKobo } = locked.dispute
  if (status !== 'awaiting_merchant_feedback' || dueAt > context.now) return
  if (isWithProcessor(locked.dispute)) return enqueueDisputeCheck(context, locked.dispute)
  await endDispute(context, locked, 'auto_accepted', amountKobo)
}

export type DisputeDecision = 'won' | 'lost' | 'declined'

/**
 * Applies the bank's decision. Returns false and changes nothing if the dispute is decided already.
 * @throws 404 dispute_not_found, 409 dispute_not_contested if the merchant has not responded yet, dispute_move_refused if a processor
 * decides
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
  requireNoProcessor(locked.dispute)
  if (status !== 'awaiting_bank_feedback')
    throw problem.conflict('dispute_not_contested', 'The business has not responded to this dispute yet')
  await endDispute(context, locked, resolution, resolution === 'won' ? 0 : amountKobo)
  await recordAuditEvent(context, {
    action: 'dispute.decided',
    object: reference,
    after: { resolution },
    merchantId,
    actor: by === 'sandbox' ? { kind: 'system', name: by } : { kind: 'operator', name: by },
  })
  return true
}
