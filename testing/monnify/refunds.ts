import * as z from 'zod/mini'
import { MonnifyError } from './errors.ts'
import type { Refund } from './merchant-account.ts'
import { Digits, isWithin, selectPage, toListedTime } from './pages.ts'
import { defineOperation, Naira, type Scope, toNaira } from './simulation.ts'
import { findTransaction } from './transactions.ts'
import { takeFromWallet } from './wallet.ts'

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
    takeFromWallet(
      simulation,
      input.refundAmount,
      reject('R5', 'Merchant does not have sufficient funds to process refund.'),
    )
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

export const getAllRefunds = defineOperation(
  { id: 'getAllRefunds', method: 'GET', path: '/api/v1/refunds' },
  z.strictObject({
    page: z.optional(Digits),
    size: z.optional(Digits),
    transactionReference: z.optional(z.string()),
    refundStatus: z.optional(z.string()),
    from: z.optional(Digits),
    to: z.optional(Digits),
  }),
  ({ simulation }, input) => {
    const found = [...simulation.merchant.refunds.values()].filter(
      (one) =>
        (input.transactionReference ?? one.transactionReference) === one.transactionReference &&
        (input.refundStatus ?? one.status) === one.status &&
        isWithin(one.createdAt, input.from, input.to),
    )
    return selectPage(found.toReversed().map(toRefundData), input)
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
  createdOn: toListedTime(refund.createdAt),
  completedOn: toListedTime(refund.completedAt),
})

/**
 * Ends a refund and sends the event. A failed refund returns the money to the wallet; it can be paid late. One that was made can come back,
 * and fails then.
 * @throws {Error} if there is no such refund, or it has this status already
 */
export function settleRefund({ simulation, emitEvent }: Scope, reference: string, status: 'COMPLETED' | 'FAILED') {
  const { merchant, now } = simulation
  const refund = merchant.refunds.get(reference)
  if (!refund || refund.status === status) throw new Error(`No refund ${reference} is open`)
  if (refund.status === 'FAILED') merchant.walletKobo -= refund.amountKobo
  Object.assign(refund, { status, completedAt: now() })
  if (status === 'FAILED') merchant.walletKobo += refund.amountKobo
  const { refundReason: merchantReason, ...data } = toRefundData(refund)
  const eventType = status === 'COMPLETED' ? 'SUCCESSFUL_REFUND' : 'FAILED_REFUND'
  emitEvent({ eventType, eventData: { ...data, merchantReason } })
}
