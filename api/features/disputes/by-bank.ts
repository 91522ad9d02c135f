import { eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { type DisputeRecord, requireNoProcessor } from './move.ts'
import { openDispute } from './open.ts'
import { type DisputeReturn, reopenDispute } from './reopen.ts'
import { type DisputeDecision, decideDispute } from './respond.ts'
import { disputes } from './tables.ts'

// What the provider enters when a bank writes to it: of disputes that are not at a processor.

/** @throws 404 dispute_not_found */
export async function findDisputeByReference(tx: Tx, reference: string): Promise<DisputeRecord> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.reference, reference))
  if (!dispute) throw problem.notFound('dispute')
  return dispute
}

/** The context in the mode of a business. */
async function inModeOf<C extends Context>(context: C, merchantId: string): Promise<C> {
  const [business] = await context.tx
    .select({ mode: merchants.mode })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  if (!business) throw problem.notFound('business')
  return { ...context, mode: business.mode }
}

/**
 * Opens a dispute of a payment. Entered twice, it is opened once.
 * @throws 404 business_not_found, payment_not_found; 409 nothing_to_dispute
 */
export async function openDisputeOfBank(
  context: Context,
  payment: { merchantId: string; id: string },
  reason: string,
): Promise<DisputeRecord> {
  const notice = {
    processor: null,
    processorReference: `operator:${payment.id}`,
    category: 'chargeback' as const,
    reason,
  }
  const dispute = await openDispute(await inModeOf(context, payment.merchantId), payment, notice)
  if (!dispute)
    throw problem.conflict('nothing_to_dispute', 'This payment has been refunded in full or is already disputed')
  return dispute
}

/**
 * Enters the decision of a bank. False if the dispute was decided so before.
 * @throws 404 dispute_not_found; 409 if the dispute cannot be decided now
 */
export async function decideDisputeOfBank(
  context: Context,
  dispute: DisputeRecord,
  decision: DisputeDecision,
  operator: string,
): Promise<boolean> {
  return decideDispute(await inModeOf(context, dispute.merchantId), dispute, decision, operator)
}

/**
 * Enters that a bank asks for more evidence, or demands the money again.
 * @throws 409 dispute_move_refused
 */
export async function returnDisputeOfBank(context: Context, dispute: DisputeRecord, why: DisputeReturn): Promise<void> {
  requireNoProcessor(dispute)
  await reopenDispute(await inModeOf(context, dispute.merchantId), dispute, why)
}
