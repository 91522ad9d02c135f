import type { ApprovalAction, ApprovalStatus } from './approvals-schemas.ts'
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
  recipients: 'Recipients and shares of splits',
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
  createSplit: { group: 'recipients', permission: 'splits.manage' },
  updateSplit: { group: 'recipients', permission: 'splits.manage' },
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
