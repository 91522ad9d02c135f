import * as z from 'zod/mini'
import type { RefundOutcome, RefundRequest, Refunds } from '../refunds.ts'
import { findTransactions, paymentReference } from '../transaction-references.ts'
import { isNotFound, type MonnifyClient, MonnifyRejection } from './client.ts'
import { findPaid, findTransaction, Kobo } from './transactions.ts'

const Refund = z.object({ refundReference: z.string(), refundStatus: z.string(), refundAmount: Kobo })
type Refund = z.output<typeof Refund>

/** Monnify accepts other characters in references than we have. */
const toRefundReference = (reference: string) => reference.replaceAll('_', '-')

/** Refunds from the wallet, under our reference. */
export const monnifyRefunds = (client: MonnifyClient): Refunds => ({
  async request(request) {
    const known = await findRefund(client, request.reference)
    return known ? toOutcome(known, request.amountKobo) : createRefund(client, request)
  },
  async query({ reference }) {
    const known = await findRefund(client, reference)
    return known ? toOutcome(known) : { kind: 'unknown' }
  },
})

async function findRefund(client: MonnifyClient, reference: string): Promise<Refund | undefined> {
  try {
    const path = `/api/v1/refunds/${encodeURIComponent(toRefundReference(reference))}`
    return requireOurs(await client.call('GET', path, { schema: Refund }), reference)
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}

/** @throws Error if it is another refund */
function requireOurs(refund: Refund, reference: string): Refund {
  if (refund.refundReference !== toRefundReference(reference))
    throw new Error(`Monnify reports the refund ${refund.refundReference}, not ${reference}`)
  return refund
}

/** Monnify's reference of the transaction to refund: that of a reference, or the one by which a payment was paid. */
async function findCharge(client: MonnifyClient, reference: string): Promise<string> {
  const find = (one: string) => findTransaction(client, one)
  const isTransaction = paymentReference(reference) !== reference
  const transactions = isTransaction ? [await find(reference)] : await findTransactions(reference, find)
  const charge = findPaid(transactions.filter((one) => one !== undefined))
  if (!charge) throw new Error(`Monnify has no paid transaction of ${reference}`)
  return charge.transactionReference
}

async function createRefund(client: MonnifyClient, request: RefundRequest): Promise<RefundOutcome> {
  const { reference, chargeReference, amountKobo, account } = request
  const body = {
    transactionReference: await findCharge(client, chargeReference),
    refundReference: toRefundReference(reference),
    refundAmount: amountKobo / 100,
    refundReason: 'Refund by the merchant',
    customerNote: 'Refund',
    ...(account && {
      destinationAccountNumber: account.accountNumber,
      destinationAccountBankCode: account.bankCode,
    }),
  }
  try {
    const path = '/api/v1/refunds/initiate-refund'
    const refund = await client.call('POST', path, { schema: Refund, body })
    return toOutcome(requireOurs(refund, reference), amountKobo)
  } catch (error) {
    if (!(error instanceof MonnifyRejection)) throw error
    // The same refund may have been requested a moment ago: then Monnify rejects this one, and knows that.
    const known = await findRefund(client, reference)
    return known ? toOutcome(known, amountKobo) : { kind: 'failed', message: error.message }
  }
}

/** @throws Error if the refund is of another amount */
function toOutcome({ refundStatus, refundAmount, refundReference }: Refund, amountKobo = refundAmount): RefundOutcome {
  if (refundAmount !== amountKobo)
    throw new Error(`Monnify reports a refund of ${refundAmount} for ${refundReference}, not ${amountKobo}`)
  if (refundStatus === 'COMPLETED') return { kind: 'processed' }
  if (refundStatus === 'FAILED') return { kind: 'failed', message: 'The payer’s bank did not accept the refund' }
  return { kind: 'pending' }
}
