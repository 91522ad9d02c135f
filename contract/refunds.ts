import { approvalErrors } from './approvals.ts'
import { endpointsFor } from './endpoint.ts'
import { refundErrors } from './refund-errors.ts'
import type * as schemas from './refunds-schemas.ts'
import type { RefundReason, RefundStatus } from './refunds-schemas.ts'

export const refundReasons = ['requested_by_customer', 'not_delivered', 'duplicate', 'fraudulent', 'other'] as const

export const refundReasonNames: Record<RefundReason, string> = {
  requested_by_customer: 'The customer asked for it',
  not_delivered: 'Not delivered, or not as described',
  duplicate: 'Paid twice',
  fraudulent: 'Paid by somebody else',
  other: 'Another reason',
}

export const refundStatuses = ['pending', 'processing', 'processed', 'failed', 'needs_attention'] as const

/** Statuses of a refund that is neither done nor failed. */
export const openRefundStatuses: readonly RefundStatus[] = ['pending', 'processing', 'needs_attention']

/** Allowed status transitions; all others are rejected. */
export const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ['processing', 'failed'],
  processing: ['processed', 'failed', 'needs_attention'],
  needs_attention: ['processing', 'failed'],
  processed: ['failed'],
  // The bank can pay it after all.
  failed: ['pending'],
}

const { get, post, create } = endpointsFor('collections', 'merchant', 'payments', 'refunds')
export const listRefunds = get<typeof schemas.listRefunds>('refunds')
export const getRefund = get<typeof schemas.getRefund>('refunds/:id', { errors: ['refund_not_found'] })
export const getRefundable = get<typeof schemas.getRefundable>('payments/:id/refundable', {
  errors: ['payment_not_found'],
})
export const requestRefund = create<typeof schemas.requestRefund>('payments/:id/refunds', {
  errors: [...refundErrors, 'refund_move_refused', ...approvalErrors],
})
export const payRefundToAccount = endpointsFor('collections', 'member', 'payments', 'refunds').post<
  typeof schemas.payRefundToAccount
>('refunds/:id/account', {
  errors: [
    'account_not_asked',
    'account_unknown',
    'confirmation_required',
    'name_differs',
    'payment_disputed',
    'refund_move_refused',
    'refund_not_found',
    'too_many_attempts',
    ...approvalErrors,
  ],
})
export const cancelRefund = post<typeof schemas.cancelRefund>('refunds/:id/cancel', {
  errors: ['refund_move_refused', 'refund_not_cancellable', 'refund_not_found'],
})
