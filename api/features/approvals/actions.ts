import type { ApprovalAction } from '@adire/contract/approvals-schemas.ts'
import type { Endpoint } from '@adire/contract/endpoint.ts'
import { accountActions } from './account-actions.ts'
import type { GuardedAction } from './action.ts'
import { keyActions } from './key-actions.ts'
import { refundActions } from './refund-actions.ts'
import { splitActions } from './split-actions.ts'
import { teamActions } from './team-actions.ts'

/** All actions that can wait for an approval. */
const guardedActions: readonly GuardedAction[] = [
  ...refundActions,
  ...accountActions,
  ...splitActions,
  ...keyActions,
  ...teamActions,
]

export const findActionOf = (endpoint: Endpoint) => guardedActions.find((action) => action.endpoint === endpoint)

export const findAction = (name: ApprovalAction) => guardedActions.find((action) => action.name === name)!
