import type * as schemas from './approvals-schemas.ts'
import type { ApprovalAction, ApprovalStatus } from './approvals-schemas.ts'
import { endpointsFor } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** Limits of approvals. `days`: how long a request waits. `mailed`: requests of one hour that are emailed; others show in the dashboard. */
export const approvalLimits = { days: 7, waiting: 100, mailed: 20, refundLimitKobo: 5_000_000 }

/** What a business can put under approval, as a group of actions. */
export const approvalGroups = ['refunds', 'bankAccounts', 'recipients', 'apiKeys', 'team', 'goLive', 'rules'] as const
export type ApprovalGroup = (typeof approvalGroups)[number]

/** Groups that can be switched on. The rules themselves need an approval as soon as one of the others is on. */
export type SwitchedGroup = Exclude<ApprovalGroup, 'rules'>

export const approvalGroupNames: Record<ApprovalGroup, string> = {
  refunds: 'Refunds above the limit',
  bankAccounts: 'Bank accounts',
  recipients: 'Recipients of splits',
  apiKeys: 'API keys',
  team: 'Roles and invitations',
  goLive: 'Going live',
  rules: 'Rules of approvals',
}

interface ApprovalActionRule {
  group: ApprovalGroup
  /** What somebody who approves it needs, besides `approvals.manage`. */
  permission: Permission
  /** An approval only allows it; the requester completes it, because the response shows a secret. */
  completed?: true
}

/** The actions that can wait for an approval, by the endpoint that requests them. */
export const approvalActions = {
  requestRefund: { group: 'refunds', permission: 'refunds.manage' },
  payRefundToAccount: { group: 'refunds', permission: 'refunds.manage' },
  addBankAccount: { group: 'bankAccounts', permission: 'bank_accounts.manage' },
  updateBankAccount: { group: 'bankAccounts', permission: 'bank_accounts.manage' },
  createSplitParty: { group: 'recipients', permission: 'bank_accounts.manage' },
  updateSplitParty: { group: 'recipients', permission: 'bank_accounts.manage' },
  createSecretKey: { group: 'apiKeys', permission: 'api_keys.manage', completed: true },
  createRestrictedKey: { group: 'apiKeys', permission: 'api_keys.manage', completed: true },
  rollApiKey: { group: 'apiKeys', permission: 'api_keys.manage', completed: true },
  updateRestrictedKey: { group: 'apiKeys', permission: 'api_keys.manage' },
  inviteMember: { group: 'team', permission: 'team.manage' },
  changeMemberRole: { group: 'team', permission: 'team.manage' },
  createRole: { group: 'team', permission: 'team.manage' },
  updateRole: { group: 'team', permission: 'team.manage' },
  transferOwnership: { group: 'team', permission: 'team.manage' },
  requestGoLive: { group: 'goLive', permission: 'business.manage' },
  // Finance may approve it, too: otherwise a business with one admin could never switch approvals off again.
  setApprovalRules: { group: 'rules', permission: 'approvals.manage' },
} as const satisfies Record<string, ApprovalActionRule>

export const approvalActionNames = Object.keys(approvalActions) as [ApprovalAction, ...ApprovalAction[]]

export const findApprovalRule = (action: ApprovalAction): ApprovalActionRule => approvalActions[action]

export const approvalStatuses = ['waiting', 'approved', 'done', 'rejected', 'cancelled', 'expired', 'failed'] as const

/** Allowed status transitions; all others are rejected. Only a request whose requester completes it is ever `approved`. */
export const approvalMoves: Record<ApprovalStatus, readonly ApprovalStatus[]> = {
  waiting: ['approved', 'done', 'rejected', 'cancelled', 'expired', 'failed'],
  approved: ['done', 'cancelled', 'expired', 'failed'],
  done: [],
  rejected: [],
  cancelled: [],
  expired: [],
  failed: [],
}

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
export const completeApproval = endpointsFor('core', 'member', 'account', 'api_keys').post<
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
})

const rules = endpointsFor('core', 'member', 'account', 'team')
export const getApprovalRules = rules.get<typeof schemas.getApprovalRules>('approval-rules')
export const setApprovalRules = rules.put<typeof schemas.setApprovalRules>('approval-rules', {
  errors: ['approver_needed', 'confirmation_required', ...approvalErrors],
})

export const askForRefund = endpointsFor('collections', 'merchant', 'account', 'refunds.request').create<
  typeof schemas.askForRefund
>('payments/:id/refund-requests', {
  errors: [
    'above_what_is_left',
    'nothing_left',
    'payment_disputed',
    'payment_not_found',
    'payment_not_paid',
    'too_many_approvals',
  ],
})
