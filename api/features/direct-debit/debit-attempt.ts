import { hourMs } from '@adire/contract/durations.ts'
import { toProcessorReference } from '../../connectors/connector-for.ts'
import type { Context } from '../../context.ts'
import { randomText } from '../../random-text.ts'
import { findBank } from '../lookups/lookups.ts'
import { findPaymentRecord, type PaymentRecord } from '../payments/move.ts'
import { bankReference, type DebitRecord, type MandateRecord, updateDebitRecord } from './move.ts'

/** Longer than the timeout of a bank request: after this, no process waits for the response, and the outcome is queried. */
export const lostAfterMs = 60_000
const longestPauseMs = hourMs

export interface DebitAttempt {
  payment: PaymentRecord
  mandateReference: string
  attempt: number
}

/** Schedules the next query of the outcome, with a growing delay. */
export async function scheduleNextCheck(
  { tx, now }: Context,
  debit: DebitRecord,
  mandate: MandateRecord,
): Promise<DebitAttempt> {
  const { merchantId, paymentId, attempts } = debit
  // Not locked: the mandate is locked already, and payments must be locked before mandates.
  const payment = await findPaymentRecord(tx, { merchantId, id: paymentId! })
  const waitedMs = now.getTime() - payment.createdAt.getTime()
  const pauseMs = Math.min(Math.max(waitedMs, lostAfterMs), longestPauseMs)
  await updateDebitRecord(tx, debit, { dueAt: new Date(now.getTime() + pauseMs) })
  return { payment, mandateReference: bankReference(mandate), attempt: attempts }
}

export function paymentFor({ now }: Context, mandate: MandateRecord, debit: DebitRecord) {
  const reference = `pay_${randomText(16)}`
  return {
    merchantId: mandate.merchantId,
    reference,
    processor: mandate.processor,
    processorReference: toProcessorReference(mandate.processor!, reference),
    accessCode: randomText(32),
    checkoutId: debit.id,
    mandateId: mandate.id,
    status: 'pending' as const,
    step: 'pending' as const,
    channel: 'direct_debit' as const,
    priceKobo: debit.priceKobo,
    amountKobo: debit.amountKobo,
    feeBearer: mandate.feeBearer,
    customerId: mandate.customerId,
    customerEmail: mandate.customerEmail,
    customerName: mandate.customerName,
    channelDetails: { direct_debit: { bankName: findBank(mandate.bankId)?.name ?? null, last4: mandate.last4 } },
    createdAt: now,
    // A short expiry does no harm: the bank is queried until it gives an outcome.
    expiresAt: new Date(now.getTime() + lostAfterMs),
  }
}
