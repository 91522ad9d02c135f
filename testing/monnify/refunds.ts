import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'
import type { Refund } from './merchant-account.ts'
import { defineOperation, Naira, type Scope, toNaira } from './simulation.ts'
import { findTransaction } from './transactions.ts'

/** Each refund has a reference of the merchant, which can be used once. The money leaves the wallet at once. */
export const initiateRefund = defineOperation(
  { id: 'initiateRefund', method: 'POST', path: '/api/v1/refunds/initiate-refund' },
  z.strictObject({
    transactionReference: z.string(),
    refundReference: z.string().check(z.minLength(1)),
    refundAmount: Naira,
    refundReason: z.string().check(z.maxLength(64)),
    customerNote: z.optional(z.string().check(z.maxLength(16))),
    destinationAccountNumber: z.optional(z.string().check(z.regex(/^\d{10}$/))),
    destinationAccountBankCode: z.optional(z.string()),
  }),
  (scope, input) => {
    const { simulation } = scope
    const { merchant } = simulation
    if (merchant.refunds.has(input.refundReference)) throw new MonnifyError(422, 'Duplicate refund reference')
    const transaction = findTransaction(simulation, input.transactionReference)
    if (transaction.status !== 'PAID') throw new MonnifyError(422, 'Transaction has not been paid')
    const refundedKobo = [...merchant.refunds.values()]
      .filter((one) => one.transactionReference === transaction.transactionReference && one.status !== 'FAILED')
      .reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (input.refundAmount > transaction.amountKobo - refundedKobo)
      throw new MonnifyError(422, 'Refund amount is more than the amount that is left')
    if (input.refundAmount > merchant.balanceKobo) throw new MonnifyError(422, 'Insufficient balance')
    const refund: Refund = {
      reference: input.refundReference,
      transactionReference: transaction.transactionReference,
      status: 'PENDING',
      amountKobo: input.refundAmount,
      reason: input.refundReason,
      customerNote: input.customerNote ?? '',
      createdAt: simulation.now(),
      completedAt: null,
    }
    merchant.refunds.set(refund.reference, refund)
    merchant.balanceKobo -= refund.amountKobo
    return toRefundData(refund)
  },
)

export const getRefundStatus = defineOperation(
  { id: 'getRefundStatus', method: 'GET', path: '/api/v1/refunds/:refundReference' },
  z.strictObject({ refundReference: z.string() }),
  ({ simulation }, { refundReference }) => {
    const found = simulation.merchant.refunds.get(refundReference)
    if (!found) throw new MonnifyError(404, 'Refund not found')
    return toRefundData(found)
  },
)

const toRefundData = (refund: Refund) => ({
  refundReference: refund.reference,
  transactionReference: refund.transactionReference,
  refundReason: refund.reason,
  customerNote: refund.customerNote,
  refundAmount: toNaira(refund.amountKobo),
  refundType: 'PARTIAL_REFUND',
  refundStatus: refund.status,
  refundStrategy: 'MERCHANT_WALLET',
  comment: null,
  createdOn: refund.createdAt.toISOString(),
  completedOn: refund.completedAt?.toISOString() ?? null,
})

/**
 * Ends a refund and sends the event. A failed refund returns the money to the wallet.
 * @throws {Error} if there is no such refund, or it has ended
 */
export function settleRefund({ simulation, emitEvent }: Scope, reference: string, status: 'COMPLETED' | 'FAILED') {
  const { merchant, now } = simulation
  const refund = merchant.refunds.get(reference)
  if (refund?.status !== 'PENDING') throw new Error(`No refund ${reference} is open`)
  Object.assign(refund, { status, completedAt: now() })
  if (status === 'FAILED') merchant.balanceKobo += refund.amountKobo
  const { refundReason: merchantReason, ...data } = toRefundData(refund)
  const eventType = status === 'COMPLETED' ? 'SUCCESSFUL_REFUND' : 'FAILED_REFUND'
  emitEvent({ eventType, eventData: { ...data, merchantReason } })
}
