import type * as schemas from './approvals-schemas.ts'
import { endpointsFor } from './endpoint.ts'
import { refundErrors } from './refund-errors.ts'

/** Errors of an endpoint whose action can wait for an approval. */
export const approvalErrors = ['approval_required', 'too_many_approvals'] as const

const merchant = endpointsFor('core', 'merchant', 'account', 'every member')
export const listApprovals = merchant.get<typeof schemas.listApprovals>('approvals')
export const getApproval = merchant.get<typeof schemas.getApproval>('approvals/:id', { errors: ['approval_not_found'] })
export const cancelApproval = merchant.post<typeof schemas.cancelApproval>('approvals/:id/cancel', {
  errors: ['approval_move_refused', 'approval_not_found', 'approval_of_other'],
})

const member = endpointsFor('core', 'member', 'account', 'approvals.manage')
export const countApprovals = endpointsFor('core', 'member', 'account', 'every member').get<
  typeof schemas.countApprovals
>('approval-counts')
/** Errors of a decision. */
const decisionErrors = ['approval_expired', 'approval_move_refused', 'approval_not_found', 'own_approval'] as const
export const approveRequest = member.post<typeof schemas.approveRequest>('approvals/:id/approve', {
  errors: ['confirmation_required', 'too_many_attempts', ...decisionErrors],
})
export const rejectRequest = member.post<typeof schemas.rejectRequest>('approvals/:id/reject', {
  errors: decisionErrors,
})
export const completeApproval = endpointsFor('core', 'member', 'account', 'api_keys').create<
  typeof schemas.completeApproval
>('approvals/:id/complete', {
  errors: [
    'approval_expired',
    'approval_move_refused',
    'approval_not_found',
    'approval_of_other',
    'confirmation_required',
    'key_not_found',
    'key_rolled',
    'permission_not_yours',
    'secret_key_exists',
    'too_many_keys',
  ],
  returnsSecret: true,
})

const rules = endpointsFor('core', 'member', 'account', 'team')
export const getApprovalRules = rules.get<typeof schemas.getApprovalRules>('approval-rules')
export const setApprovalRules = rules.put<typeof schemas.setApprovalRules>('approval-rules', {
  errors: ['approver_needed', 'confirmation_required', ...approvalErrors],
})

export const requestRefundApproval = endpointsFor('collections', 'merchant', 'account', 'refunds.request').create<
  typeof schemas.requestRefundApproval
>('payments/:id/refund-requests', {
  errors: [...refundErrors, 'too_many_approvals'],
})
