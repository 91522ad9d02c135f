import { and, eq } from 'drizzle-orm'
import { connectorFor } from '../../connectors/connector-for.ts'
import { type Processor, processorName } from '../../connectors/processors.ts'
import type { UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { applyOutcome } from '../payments/apply-outcome.ts'
import { lockPayment, type PaymentRecord } from '../payments/move.ts'
import { alertOfUnansweredDispute } from './alert-operator.ts'
import { applyDisputeState } from './apply-state.ts'
import { disputes as table } from './tables.ts'

export type SyncUnitOfWork = Pick<UnitOfWork, 'mode' | 'config' | 'write'>

/** The processor's reference of a dispute. */
export interface ProcessorDisputeKey {
  processor: Processor
  reference: string
}

/**
 * Queries a dispute at its processor and applies its state. Returns what changed, as a sentence; undefined if the dispute is about no
 * payment of ours. May be repeated.
 */
export async function syncDispute(
  unitOfWork: SyncUnitOfWork,
  { processor, reference }: ProcessorDisputeKey,
): Promise<string | undefined> {
  const { disputes, payments } = connectorFor(unitOfWork, 'disputes', processor)
  const [before] = await unitOfWork.write(({ tx }) => searchDisputes(tx, { processor, reference }))
  const found = await disputes.query(reference)
  if (!found) return undefined
  const payment = await unitOfWork.write(({ tx }) => lockPayment(tx, { processorReference: found.paymentReference }))
  if (payment?.processor !== processor) return undefined
  if (before && before.merchantId !== payment.merchantId)
    return `Nothing: ${processorName(processor)} reported the dispute ${before.reference} for a payment of another business before`
  if (!before && !(await hasPaid(unitOfWork, payments, payment, found.charge))) {
    await unitOfWork.write((context) => alertOfUnansweredDispute(context, processor, found))
    return `The disputed charge ${found.charge} did not pay the payment`
  }
  return unitOfWork.write((context) => applyDisputeState(context, payment, { processor, found, before }))
}

/** The dispute of any business that a processor has by this reference. */
const searchDisputes = (tx: Tx, { processor, reference }: ProcessorDisputeKey) =>
  tx
    .select()
    .from(table)
    .where(and(eq(table.processor, processor), eq(table.processorReference, reference)))
    .limit(1)

/** Whether a charge paid the payment. The event of its success may be late or lost. */
async function hasPaid(
  { write }: SyncUnitOfWork,
  payments: ReturnType<typeof connectorFor<'disputes'>>['payments'],
  { merchantId, id, amountKobo, processorReference, paidAt, paidCharge, status }: PaymentRecord,
  charge: string,
): Promise<boolean> {
  if (paidCharge !== null) return paidCharge === charge
  const outcome = await payments.query({ reference: processorReference!, amountKobo })
  if (outcome.kind !== 'success') return paidAt !== null
  if (outcome.charge !== undefined && outcome.charge !== charge) return false
  if (paidAt !== null || status === 'failed') return paidAt !== null
  return (await write((context) => applyOutcome(context, { merchantId, id }, outcome))).paidAt !== null
}
