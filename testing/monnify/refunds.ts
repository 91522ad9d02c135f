import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'
import type { Refund } from './merchant-account.ts'
import { defineOperation, Naira, type Scope, toNaira } from './simulation.ts'
import { findTransaction } from './transactions.ts'

const reject = (code: string, message: string) => new MonnifyError(422, message, { code })
const minimumKobo = 10_000

/** Only transfers are refunded. Each refund has a reference of the merchant, which can be used once. The money leaves the wallet at once. */
export const initiateRefund = defineOperation(
  { id: 'initiateRefund', method: 'POST', path: '/api/v1/refunds/initiate-refund' },
  z.strictObject({
    transactionReference: z.string(),
    refundReference: z.string().check(z.minLength(1)),
    refundAmount: Naira,
    refundReason: z.string().check(z.maxLength(64)),
    customerNote: z.string().check(z.maxLength(16)),
    destinationAccountNumber: z.optional(z.string().check(z.regex(/^\d{10}$/))),
    destinationAccountBankCode: z.optional(z.string()),
  }),
  (scope, input) => {
    const { simulation } = scope
    const { merchant } = simulation
    if (merchant.refunds.has(input.refundReference))
      throw reject('R9', 'Supplied refund reference already exists for the merchant.')
    const transaction = findTransaction(simulation, input.transactionReference)
    if (transaction.status !== 'PAID' || transaction.paidBy !== 'ACCOUNT_TRANSFER')
      throw reject('R2', 'Refund not permitted for specified transaction.')
    if (input.refundAmount < minimumKobo)
      throw reject('R4', 'Specified refund amount is below minimum refundable amount.')
    const refundedKobo = [...merchant.refunds.values()]
      .filter((one) => one.transactionReference === transaction.transactionReference && one.status !== 'FAILED')
      .reduce((sum, { amountKobo }) => sum + amountKobo, 0)
    if (input.refundAmount > transaction.amountKobo - refundedKobo)
      throw reject('R12', 'The total amount of all refunds has exceeded the transaction amount.')
    if (input.refundAmount > merchant.balanceKobo)
      throw reject('R5', 'Merchant does not have sufficient funds to process refund.')
    const refund: Refund = {
      reference: input.refundReference,
      transactionReference: transaction.transactionReference,
      status: 'PENDING',
      amountKobo: input.refundAmount,
      reason: input.refundReason,
      customerNote: input.customerNote,
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
    if (!found) throw reject('R7', 'No refund was initiated with the supplied refund reference.')
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
