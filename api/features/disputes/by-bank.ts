import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, isNull } from 'drizzle-orm'
import { definitionOf, type Processor, processorName } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { merchants } from '../merchants/tables.ts'
import { lockPayment, type PaymentRecord } from '../payments/move.ts'
import { calculateRefundable } from '../refunds/refundable.ts'
import { type DisputeRecord, requireNoProcessor } from './move.ts'
import { findOpenDispute, openDispute } from './open.ts'
import { type DisputeReturn, reopenDispute } from './reopen.ts'
import { type DisputeDecision, decideDispute } from './respond.ts'
import { disputes } from './tables.ts'

// Disputes that no processor reports: the bank writes to the provider, whose staff enter what it wrote.

/** @throws 404 dispute_not_found */
export async function findDisputeByReference(tx: Tx, reference: string): Promise<DisputeRecord> {
  const [dispute] = await tx.select().from(disputes).where(eq(disputes.reference, reference))
  if (!dispute) throw problem.notFound('dispute')
  return dispute
}

/**
 * The same context in the mode of a business.
 * @throws 404 business_not_found
 */
async function inModeOf<C extends Context>(context: C, merchantId: string): Promise<C> {
  const [business] = await context.tx
    .select({ mode: merchants.mode })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  if (!business) throw problem.notFound('business')
  return { ...context, mode: business.mode }
}

/**
 * What a bank, or a processor that reports no disputes, has written. Without an amount, all that is left of the payment is disputed;
 * without a day, our own deadline applies.
 */
export interface BankNotice {
  reason: string
  amountKobo?: number | undefined
  dueAt?: Date | undefined
}

/** The processor that reports the disputes of a payment itself; undefined if somebody has to enter them. */
export function findDisputeReporter(
  { config }: Pick<Context, 'config'>,
  { processor }: Pick<PaymentRecord, 'processor'>,
): Processor | undefined {
  if (processor === null || !definitionOf(processor).capabilities.includes('disputes')) return undefined
  // A processor that is no longer configured is not queried. Operator commands may run without any processor settings.
  return config.processors.length === 0 || config.processors.includes(processor) ? processor : undefined
}

/**
 * Opens a dispute of a payment. Entering it again while it is open changes nothing (`isNew` is false); after its decision a new dispute is
 * opened.
 * @throws 404 business_not_found, payment_not_found; 409 nothing_to_dispute, dispute_at_processor; 422 for a deadline that has passed, or
 * an amount above what is left
 */
export async function openDisputeOfBank(
  given: Context,
  key: { merchantId: string; id: string },
  { dueAt, amountKobo, reason }: BankNotice,
): Promise<{ dispute: DisputeRecord; isNew: boolean }> {
  const context = await inModeOf(given, key.merchantId)
  const payment = await lockPayment(context.tx, key)
  if (!payment) throw problem.notFound('payment')
  const reporter = findDisputeReporter(context, payment)
  if (reporter)
    throw problem.conflict(
      'dispute_at_processor',
      `${processorName(reporter)} reports disputes of this payment by itself, within the hour. Don’t enter them`,
    )
  const open = await findOpenDispute(context.tx, payment)
  if (open && open.processor === null) return { dispute: open, isNew: false }
  if (dueAt && dueAt <= context.realNow) throw problem.field('dueOn', 'Use today or a later day')
  if (amountKobo !== undefined && payment.paidAt) {
    const leftKobo = await calculateRefundable(context.tx, payment)
    if (leftKobo > 0 && amountKobo > leftKobo)
      throw problem.field('amountKobo', `Only ${formatNaira(leftKobo)} of the payment is left`)
  }
  const dispute = await openDispute(context, payment, {
    processor: null,
    processorReference: await nameNotice(context.tx, payment),
    category: 'chargeback',
    reason,
    ...(amountKobo !== undefined && { amountKobo }),
    ...(dueAt && { dueAt }),
  })
  if (!dispute)
    throw problem.conflict('nothing_to_dispute', 'This payment has been refunded in full or is already disputed')
  return { dispute, isNew: true }
}

/** Reference of the next notice about a payment, which must be locked. */
async function nameNotice(tx: Tx, { merchantId, id }: PaymentRecord): Promise<string> {
  const entered = await tx.$count(
    disputes,
    and(eq(disputes.merchantId, merchantId), eq(disputes.paymentId, id), isNull(disputes.processor)),
  )
  return entered === 0 ? `operator:${id}` : `operator:${id}:${entered + 1}`
}

/**
 * Records the decision of a bank. Returns false if the dispute was decided in the same way before.
 * @throws 404 dispute_not_found; 409 dispute_not_contested before the merchant has responded; 409 dispute_move_refused if a processor
 * decides the dispute, or it was decided the other way
 */
export async function decideDisputeOfBank(
  context: Context,
  dispute: DisputeRecord,
  decision: DisputeDecision,
  operator: string,
): Promise<boolean> {
  if (await decideDispute(await inModeOf(context, dispute.merchantId), dispute, decision, operator)) return true
  const { resolution } = await findDisputeByReference(context.tx, dispute.reference)
  if ((resolution === 'won') !== (decision === 'won'))
    throw problem.conflict('dispute_move_refused', `This dispute was ${resolution === 'won' ? 'won' : 'lost'} already`)
  return false
}

/**
 * Records that a bank asks for more evidence, or demands the money again.
 * @throws 409 dispute_move_refused
 */
export async function returnDisputeOfBank(context: Context, dispute: DisputeRecord, why: DisputeReturn): Promise<void> {
  requireNoProcessor(dispute)
  await reopenDispute(await inModeOf(context, dispute.merchantId), dispute, why)
}
