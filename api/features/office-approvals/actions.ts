import type { StaffApprovalAction } from '@adire/contract/back-office/approval-actions.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import type { StaffPermission } from '@adire/contract/staff-permissions.ts'
import type { StaffGuardedAction } from './action.ts'
import { merchantActions } from './merchant-actions.ts'
import { payoutActions, riskActions } from './money-actions.ts'
import { staffActions } from './staff-actions.ts'

/** All actions of the back office that can wait for an approval. */
const guardedActions: readonly StaffGuardedAction[] = [
  ...merchantActions,
  ...payoutActions,
  ...riskActions,
  ...staffActions,
]

export const findStaffActionOf = (endpoint: Endpoint) => guardedActions.find((action) => action.endpoint === endpoint)

export const findStaffAction = (name: StaffApprovalAction) => guardedActions.find((action) => action.name === name)!

/** The actions that a role includes: those that its people may ask for, see and decide on. */
export const listActionsFor = (held: ReadonlySet<StaffPermission>): StaffApprovalAction[] =>
  guardedActions.filter(({ endpoint }) => held.has(endpoint.staffPermission!)).map(({ name }) => name)
