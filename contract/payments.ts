import { endpointsFor } from './endpoint.ts'
import { limits } from './limits.ts'
import type * as schemas from './payments-schemas.ts'
import type { PaymentStatus } from './payments-schemas.ts'

export const paymentStatuses = [
  'pending',
  'processing',
  'success',
  'failed',
  'abandoned',
  'reversed',
  'partially_refunded',
  'refunded',
] as const

/**
 * Allowed status transitions; all others are rejected. An abandoned payment can only succeed through a transfer that
 * was already in flight.
 */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: ['processing', 'success', 'failed', 'abandoned'],
  processing: ['success', 'failed'],
  success: ['partially_refunded', 'refunded', 'reversed'],
  partially_refunded: ['partially_refunded', 'refunded', 'reversed', 'success'],
  failed: [],
  abandoned: ['success'],
  // A refund before the dispute can come back.
  reversed: ['partially_refunded'],
  refunded: ['partially_refunded', 'success'],
}

/** Statuses of a payment whose money was received, refunded or not. */
export const paidStatuses = ['success', 'partially_refunded', 'refunded', 'reversed'] as const
/** Whether the money of a payment with this status was received, refunded or not. */
export const isPaidStatus = (status: string): boolean => (paidStatuses as readonly string[]).includes(status)

const { get, post, download } = endpointsFor('collections', 'merchant', 'payments', 'payments')

/**
 * Status filter: one status, or `paid` for every status in which the money was received. Both exclude card checks.
 * `card_check` lists card checks in any status.
 */
export const statusFilters = [...paymentStatuses, 'paid', 'card_check'] as const

/** Orders of the list of payments; each has an index. */
export const paymentSorts = ['-createdAt', 'createdAt', '-amountKobo', 'amountKobo'] as const

export const listPayments = get<typeof schemas.listPayments>('payments/filter')
export const getPaymentTotals = get<typeof schemas.getPaymentTotals>('payments/filter/totals')
export const downloadPayments = download<typeof schemas.downloadPayments>(
  'payments/csv/download',
  limits.downloads.transactions,
)
export const downloadPaymentsXlsx = download<typeof schemas.downloadPaymentsXlsx>(
  'payments/xlsx/download',
  'transaction.xlsx',
)
export const getPayment = get<typeof schemas.getPayment>('payments/:id', { errors: ['payment_not_found'] })
export const notePayment = post<typeof schemas.notePayment>('payments/:id/note', {
  permission: 'notes.manage',
  errors: ['payment_not_found'],
})
export const resendReceipt = post<typeof schemas.resendReceipt>('payments/:id/receipt', {
  permission: 'receipts.send',
  errors: ['email_limit_reached', 'payment_is_card_check', 'payment_not_found', 'payment_not_paid'],
})
export const getOverview = get<typeof schemas.getOverview>('payments/over-view')
export const getOverviewSeries = get<typeof schemas.getOverviewSeries>('payments/over-view/series')
