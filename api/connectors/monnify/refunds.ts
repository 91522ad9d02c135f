import * as z from 'zod/mini'
import type { Payouts, TransferOutcome } from '../payouts.ts'
import type { RefundOutcome, RefundRequest, Refunds } from '../refunds.ts'
import { findTransactions, paymentReference } from '../transaction-references.ts'
import { isNotFound, type MonnifyClient, MonnifyRejection } from './client.ts'
import { findPaid, findTransaction, Kobo, type Transaction } from './transactions.ts'

const Refund = z.object({ refundReference: z.string(), refundStatus: z.string(), refundAmount: Kobo })
type Refund = z.output<typeof Refund>

/** Monnify accepts other characters in references than we have. */
const toRefundReference = (reference: string) => reference.replaceAll('_', '-')

/** Whether a disbursement is the refund of a card payment, or of another one that Monnify does not refund itself. */
export const isOfRefund = (reference: string): boolean => reference.startsWith('rfd-')

/** Our references of refunds, which have a dash instead of their underscore at Monnify. */
export const toOurReference = (reference: string): string => reference.replace(/^rfd-/, 'rfd_')

/**
 * Refunds from the wallet, under our reference. Monnify refunds transfers only: what was paid by card goes to a bank account of the payer,
 * as a payout under the reference of the refund.
 */
export function monnifyRefunds(client: MonnifyClient, payouts: Payouts): Refunds {
  const find = async (reference: string, amountKobo?: number): Promise<RefundOutcome> => {
    const known = await findRefund(client, reference)
    return known ? toOutcome(known, amountKobo) : fromPayout(await payouts.query(toRefundReference(reference)))
  }
  return {
    async request(request) {
      const known = await find(request.reference, request.amountKobo)
      if (known.kind !== 'unknown') return known
      const charge = await findCharge(client, request.chargeReference)
      if (charge.paymentMethod === 'ACCOUNT_TRANSFER') return createRefund(client, charge.transactionReference, request)
      const { reference, amountKobo, account } = request
      if (!account) return { kind: 'needs_account', message: needsAccount }
      const transfer = { reference: toRefundReference(reference), amountKobo, account, narration: 'Refund' }
      return fromPayout(await payouts.send(transfer))
    },
    query: ({ reference }) => find(reference),
  }
}

const needsAccount = 'Card payments are refunded to a bank account'

function fromPayout(outcome: TransferOutcome): RefundOutcome {
  if (outcome.kind === 'paid') return { kind: 'processed' }
  return outcome.kind === 'returned' ? { kind: 'failed', message: outcome.message } : outcome
}

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

/** The transaction to refund: that of a reference, or the one by which a payment was paid. */
async function findCharge(client: MonnifyClient, reference: string): Promise<Transaction> {
  const find = (one: string) => findTransaction(client, one)
  const isTransaction = paymentReference(reference) !== reference
  const transactions = isTransaction ? [await find(reference)] : await findTransactions(reference, find)
  const charge = findPaid(transactions.filter((one) => one !== undefined))
  if (!charge) throw new Error(`Monnify has no paid transaction of ${reference}`)
  return charge
}

/** Codes of rejections that another request would get too. After any other, such as a wallet without enough money, it is tried again. */
const finalCodes = new Set(['R1', 'R3', 'R4', 'R8', 'R12'])
/** Codes of rejections that an account of the payer can help: Monnify does not refund this payment, or not to this account. */
const accountCodes = new Set(['R2', 'R6'])

async function createRefund(
  client: MonnifyClient,
  transactionReference: string,
  { reference, amountKobo, account }: RefundRequest,
): Promise<RefundOutcome> {
  const body = {
    transactionReference,
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
    if (known) return toOutcome(known, amountKobo)
    if (accountCodes.has(error.code)) return { kind: 'needs_account', message: error.message.replace(/\.$/, '') }
    if (finalCodes.has(error.code)) return { kind: 'failed', message: error.message.replace(/\.$/, '') }
    throw error
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
