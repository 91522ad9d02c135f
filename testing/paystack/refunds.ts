import * as z from 'zod/mini'
import { banks } from './banks.ts'
import { PaystackError } from './errors.ts'
import { createId, type Integration, type Refund, type RefundStatus, type Transaction } from './integration.ts'
import { isWithin, selectPage } from './pages.ts'
import type { Answer, Call, Scope } from './simulation.ts'
import { toTransactionSummary } from './transaction-data.ts'

const CreateRefund = z.object({
  transaction: z.string(),
  amount: z.optional(z.number()),
  customer_note: z.optional(z.string()),
  merchant_note: z.optional(z.string()),
})
const Retry = z.object({
  refund_account_details: z.object({ currency: z.string(), account_number: z.string(), bank_id: z.string() }),
})

/** `POST /refund`. It has no reference of the merchant, so each request makes another refund while there is money left. */
export function createRefund(call: Call): Answer {
  const { integration } = call
  const input = CreateRefund.parse(call.body)
  const transaction = [...integration.transactions.values()].find(
    ({ id, reference }) => reference === input.transaction || String(id) === input.transaction,
  )
  const reject = (status: number, message: string, code: string) => new PaystackError(status, message, { code })
  if (!transaction) throw reject(404, 'Transaction not found', 'transaction_not_found')
  if (transaction.status === 'reversed')
    throw reject(400, 'Transaction has been fully reversed', 'transaction_fully_reversed')
  if (transaction.status !== 'success')
    throw reject(400, 'Transaction has not been completed', 'transaction_not_successful')
  const leftKobo = transaction.amountKobo - refundedKobo(integration, transaction.id)
  const amountKobo = input.amount ?? leftKobo
  if (amountKobo < 1 || amountKobo > leftKobo)
    throw reject(400, 'Refund amount cannot be more than the amount that is left', 'refund_amount_exceeded')
  const note = `Refund for transaction ${transaction.reference}`
  const refund = addRefund(call, transaction, {
    amountKobo,
    merchantNote: input.merchant_note ?? note,
    customerNote: input.customer_note ?? note,
    disputeId: null,
  })
  const { id, domain, reference, amount, paid_at, channel, currency } = toTransactionSummary(transaction, integration)
  const refunded = { id, domain, reference, amount, paid_at, channel, currency }
  const data = { ...toRefundData(refund, integration), transaction: refunded }
  return { message: 'Refund has been queued for processing', data }
}

/** Takes the amount from the balance at once. */
export function addRefund(
  scope: Scope,
  transaction: Transaction,
  input: Pick<Refund, 'amountKobo' | 'merchantNote' | 'customerNote' | 'disputeId'>,
): Refund {
  const { simulation, integration } = scope
  const now = simulation.now()
  const times = { createdAt: now, updatedAt: now }
  const refund: Refund = { id: createId(), transaction, status: 'pending', settlementId: null, ...input, ...times }
  integration.refunds.push(refund)
  integration.balanceKobo -= refund.amountKobo
  if (refundedKobo(integration, transaction.id) === transaction.amountKobo) transaction.status = 'reversed'
  emitRefundEvent(scope, refund)
  return refund
}

const refundedKobo = ({ refunds }: Integration, transactionId: number) =>
  refunds
    .filter(({ transaction, status }) => transaction.id === transactionId && status !== 'failed')
    .reduce((sum, { amountKobo }) => sum + amountKobo, 0)

const toRefundData = (refund: Refund, { id: integration, domain }: Integration) => ({
  integration,
  transaction: refund.transaction.id,
  dispute: refund.disputeId,
  settlement: refund.settlementId,
  id: refund.id,
  domain,
  currency: 'NGN',
  amount: refund.amountKobo,
  status: refund.status,
  refunded_at: refund.status === 'processed' ? refund.updatedAt.toISOString() : null,
  expected_at: new Date(refund.createdAt.getTime() + 10 * 24 * 3_600_000).toISOString(),
  channel: refund.transaction.channel,
  refunded_by: 'merchant@example.com',
  customer_note: refund.customerNote,
  merchant_note: refund.merchantNote,
  deducted_amount: refund.amountKobo,
  fully_deducted: true,
  createdAt: refund.createdAt.toISOString(),
  updatedAt: refund.updatedAt.toISOString(),
})

/** Paystack sends the amount as text, and no id of the refund: two equal refunds of a transaction have equal events. */
function emitRefundEvent({ integration, emitEvent }: Scope, refund: Refund): void {
  const { transaction, amountKobo, status } = refund
  emitEvent({
    event: `refund.${status}`,
    data: {
      status,
      transaction_reference: transaction.reference,
      refund_reference: status === 'processed' ? String(refund.id) : null,
      amount: String(amountKobo),
      currency: 'NGN',
      processor: transaction.channel === 'card' ? 'mpgs_zen' : 'instant-transfer',
      customer: { first_name: null, last_name: null, email: transaction.customer.email },
      integration: integration.id,
      domain: integration.domain,
    },
  })
}

/** Here two fields have other names, and one another type, than in `GET /refund/{id}`. */
export function listRefunds({ integration, query }: Call): Answer {
  const found = integration.refunds.filter(
    ({ transaction: { id, reference }, createdAt }) =>
      (query.transaction === undefined || query.transaction === String(id) || query.transaction === reference) &&
      isWithin(query, createdAt),
  )
  const { rows, meta } = selectPage(found.toReversed(), query)
  const data = rows.map((refund) => {
    const { createdAt: created_at, updatedAt: updated_at, ...rest } = toRefundData(refund, integration)
    return { ...rest, fully_deducted: 1, created_at, updated_at }
  })
  return { message: 'Refunds retrieved', data, meta }
}

function findRefund({ integration, params }: Call): Refund {
  const found = integration.refunds.find(({ id }) => id === Number(params.id))
  if (!found) throw new PaystackError(404, 'Refund not found', { code: 'refund_not_found' })
  return found
}

export const fetchRefund = (call: Call): Answer => ({
  message: 'Refund retrieved',
  data: toRefundData(findRefund(call), call.integration),
})

/** Sends a refund that needs attention to an account of the customer. */
export function retryRefund(call: Call): Answer {
  const { refund_account_details: account } = Retry.parse(call.body)
  const refund = findRefund(call)
  if (refund.status !== 'needs-attention')
    throw new PaystackError(422, 'Invalid Refund state, refund status should be "needs-attention"', {
      code: 'invalid_params',
    })
  if (!banks.some(({ id }) => String(id) === account.bank_id) || !/^\d{10}$/.test(account.account_number))
    throw new PaystackError(400, 'Invalid refund account details', { code: 'invalid_params', isViolation: true })
  settleRefund(call, refund.id, 'processing')
  const { createdAt: _, updatedAt: __, ...data } = toRefundData(refund, call.integration)
  return { message: 'Refund retried and has been queued for processing', data }
}

/**
 * Moves a refund to its next status and sends the event. A failed refund returns the money to the balance; it can be paid late. One that was
 * made can come back, and fails then.
 * @throws {Error} if there is no such refund, or it cannot get this status
 */
export function settleRefund(scope: Scope, id: number, status: RefundStatus): void {
  const { integration } = scope
  const refund = integration.refunds.find((one) => one.id === id)
  const isLate = refund?.status === 'failed' && status === 'processed'
  const isBack = refund?.status === 'processed' && status === 'failed'
  const hasEnded = refund?.status === 'processed' || refund?.status === 'failed'
  if (!refund || (hasEnded && !isLate && !isBack)) throw new Error(`No refund ${id} is open`)
  Object.assign(refund, { status, updatedAt: scope.simulation.now() })
  const { transaction, amountKobo } = refund
  if (status === 'failed') integration.balanceKobo += amountKobo
  if (isLate) integration.balanceKobo -= amountKobo
  const isWhole = refundedKobo(integration, transaction.id) >= transaction.amountKobo
  if (status === 'failed' || isLate) transaction.status = isWhole ? 'reversed' : 'success'
  emitRefundEvent(scope, refund)
}
