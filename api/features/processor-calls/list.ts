import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { listProcessorCalls } from '@adire/contract/processor-calls.ts'
import type { ProcessorCall, ProcessorCalls } from '@adire/contract/processor-calls-schemas.ts'
import { desc, eq } from 'drizzle-orm'
import { processorName } from '../../connectors/processors.ts'
import { processorCalls } from '../../connectors/tables.ts'
import type { ReadContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { isQueried } from '../checkout/query-payment.ts'
import { findPaymentRecord, type PaymentRecord } from '../payments/move.ts'
import { callTexts, describeAnswer } from './describe-call.ts'

/** Maximum calls returned. */
const maxCalls = 60

export async function listProcessorCallsHandler(
  { tx, merchant }: ReadContext,
  { id }: ParsedInput<typeof listProcessorCalls>,
) {
  return toProcessorCalls(tx, await findPaymentRecord(tx, { merchantId: merchant.id, id }))
}

/** What was sent to the processor of a payment, and what happens next. */
export async function toProcessorCalls(tx: Tx, payment: PaymentRecord): Promise<ProcessorCalls> {
  const { processor, processorReference: reference, status, channel, checkAt, expiresAt } = payment
  return {
    processor: processor && reference ? { name: processorName(processor), reference } : null,
    channel,
    calls: reference ? await listCalls(tx, reference) : [],
    nextCheckAt: checkAt?.toISOString() ?? null,
    expiresAt: status === 'pending' ? expiresAt.toISOString() : null,
    canCheck: isQueried(payment),
  }
}

/** The newest calls of a payment, newest first. */
async function listCalls(tx: Tx, processorReference: string): Promise<ProcessorCall[]> {
  const calls = await tx
    .select()
    .from(processorCalls)
    .where(eq(processorCalls.processorReference, processorReference))
    .orderBy(desc(processorCalls.sentAt), desc(processorCalls.id))
    .limit(maxCalls)
  return calls.map(({ id, call, sentAt, answeredAt, ...answered }) => ({
    id,
    text: callTexts[call],
    sentAt: sentAt.toISOString(),
    answeredAt: answeredAt?.toISOString() ?? null,
    answer: describeAnswer(answered),
  }))
}
