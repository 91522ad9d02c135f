import { disputeMoves } from '@adire/contract/disputes.ts'
import { and, asc, eq } from 'drizzle-orm'
import { definitionOf } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { disputeDecided, disputeHeld, disputeRepaid, heldForBank } from '../../ledger/entries.ts'
import { postEntry } from '../../ledger/ledger.ts'
import { lockBalances, takeAtMost } from '../../ledger/take.ts'
import { defineLifecycle } from '../lifecycle/lifecycle.ts'
import { defineTimeline, type ObjectKey } from '../lifecycle/timeline.ts'
import { findPaymentRecord, lockPayment, type PaymentRecord } from '../payments/move.ts'
import { divideDisputeLoss, holdDisputeParts } from '../splits/share-returns.ts'
import { disputeEvidence, disputes } from './tables.ts'

export type DisputeRecord = typeof disputes.$inferSelect
export type DisputeKey = ObjectKey
export interface DisputeWithPayment {
  dispute: DisputeRecord
  payment: PaymentRecord
}

const lifecycle = defineLifecycle(disputes, { name: 'dispute', moves: disputeMoves, topic: 'payments' })
export const findDispute = lifecycle.find
export const addDisputeRecord = lifecycle.add
export const updateDisputeRecord = lifecycle.update
export const announceDispute = lifecycle.announce

export const disputeTimeline = defineTimeline('dispute')
export const appendDisputeEvent = disputeTimeline.append

/**
 * A dispute and its payment, locked until the transaction ends; the payment first, to avoid deadlocks.
 * @throws 404 dispute_not_found
 */
export async function lockDispute(tx: Tx, key: DisputeKey): Promise<DisputeWithPayment> {
  const { merchantId, paymentId } = await findDispute(tx, key)
  const payment = await lockPayment(tx, { merchantId, id: paymentId })
  return { dispute: await lifecycle.lock(tx, key), payment: payment! }
}

/** A dispute and its payment without locks, for reading only. */
export async function readDispute(tx: Tx, key: DisputeKey): Promise<DisputeWithPayment> {
  const dispute = await findDispute(tx, key)
  const { merchantId, paymentId } = dispute
  return { dispute, payment: await findPaymentRecord(tx, { merchantId, id: paymentId }) }
}

/** Holds the disputed amount, or as much as the balance covers; the rest is held when more money has come in. */
export async function holdMoney({ tx, now }: Context, dispute: DisputeRecord): Promise<DisputeRecord> {
  const parts = await holdDisputeParts(tx, dispute, dispute.amountKobo - dispute.heldKobo)
  const kobo = [parts, ...parts.recipients].reduce((sum, each) => sum + each.pendingKobo + each.availableKobo, 0)
  if (kobo === 0) return dispute
  await postEntry(tx, disputeHeld({ ...dispute, ...parts }, now))
  return updateDisputeRecord(tx, dispute, { heldKobo: dispute.heldKobo + kobo, entries: dispute.entries + 1 })
}

/** Posts the entry for a decided dispute. A loss beyond the held amount becomes owed. */
export async function resolveHeldFunds({ tx, mode, now }: Context, dispute: DisputeRecord, lostKobo: number) {
  const recipients = await divideDisputeLoss(tx, dispute, lostKobo)
  const decided = { ...dispute, lostKobo, recipients }
  if (dispute.heldKobo + lostKobo > 0) await postEntry(tx, disputeDecided(mode, decided, now))
  return { heldKobo: 0, lostKobo, owedKobo: lostKobo - heldForBank(decided).bankKobo, entries: dispute.entries + 1 }
}

/** Collects what is still owed for a lost dispute, as far as the balance covers it. */
export async function collectReceivable({ tx, mode, now }: Context, dispute: DisputeRecord): Promise<void> {
  const parts = takeAtMost(dispute.owedKobo, await lockBalances(tx, dispute.merchantId))
  const kobo = parts.pendingKobo + parts.availableKobo
  if (kobo === 0) return
  await postEntry(tx, disputeRepaid(mode, { ...dispute, ...parts }, now))
  await updateDisputeRecord(tx, dispute, { owedKobo: dispute.owedKobo - kobo, entries: dispute.entries + 1 })
}

/** Whether a processor passes on the response to a dispute and reports the decision. The sandbox and operators decide here. */
export const isWithProcessor = ({ processor }: Pick<DisputeRecord, 'processor'>): boolean =>
  processor !== null && definitionOf(processor).capabilities.includes('disputes')

/** @throws 409 dispute_move_refused */
export function requireNoProcessor(dispute: DisputeRecord): void {
  if (isWithProcessor(dispute))
    throw problem.conflict('dispute_move_refused', 'The processor decides this dispute and reports the decision')
}

/** Whether the processor may not have the response yet. */
export const isUnsent = (dispute: DisputeRecord): boolean =>
  isWithProcessor(dispute) && dispute.status === 'awaiting_bank_feedback' && dispute.sentAt === null

/**
 * Rejects changes after the response or the deadline.
 * @throws 409 dispute_answered or dispute_overdue
 */
export function requireOpenDispute({ now }: Pick<Context, 'now'>, { status, dueAt }: DisputeRecord): void {
  if (status !== 'awaiting_merchant_feedback')
    throw problem.conflict('dispute_answered', 'You have already responded to this dispute')
  if (dueAt <= now) throw problem.conflict('dispute_overdue', 'The deadline of this dispute has passed')
}

export const listEvidence = (tx: Tx, { merchantId, id }: DisputeKey) =>
  tx
    .select()
    .from(disputeEvidence)
    .where(and(eq(disputeEvidence.merchantId, merchantId), eq(disputeEvidence.disputeId, id)))
    .orderBy(asc(disputeEvidence.type))
