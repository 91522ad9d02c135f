import * as z from 'zod/mini'
import type { ChargeOutcome, SentPayment } from '../charges.ts'
import { toDeclineReason } from '../decline-texts.ts'
import { isNotFound, type MonnifyClient } from './client.ts'
import { Kobo } from './transactions.ts'

/** Debit of a mandate, as the request and its query return it. */
export const Debit = z.object({
  transactionStatus: z.string(),
  /** A text, or an object without one. */
  responseMessage: z.optional(z.unknown()),
  paymentReference: z.string(),
  debitAmount: Kobo,
  mandateCode: z.string(),
})
export type Debit = z.output<typeof Debit>

/** Outcome of a debit; undefined if there is none of this reference. */
export async function findDebit(client: MonnifyClient, debit: SentPayment): Promise<ChargeOutcome | undefined> {
  const query = { paymentReference: debit.reference }
  try {
    const path = '/api/v1/direct-debit/mandate/debit-status'
    return toDebitOutcome(await client.call('GET', path, { schema: Debit, query }), debit)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** @throws Error if it is another debit, or of another amount */
export function toDebitOutcome(made: Debit, { reference, amountKobo }: SentPayment): ChargeOutcome {
  const { transactionStatus: status, responseMessage: text } = made
  if (made.paymentReference !== reference || made.debitAmount !== amountKobo)
    throw new Error(
      `Monnify reports ${made.debitAmount} for ${made.paymentReference}, not ${amountKobo} for ${reference}`,
    )
  if (status === 'PAID' || status === 'SUCCESS') return { kind: 'success', paidBy: 'direct_debit', charge: reference }
  if (status !== 'FAILED') return { kind: 'pending' }
  const processorText = typeof text === 'string' && text ? text : undefined
  return { kind: 'failed', reason: toDeclineReason(processorText), ...(processorText && { processorText }) }
}
