import { staffApprovalActions } from '@adire/contract/back-office/approval-actions.ts'
import type { StaffContext } from '../../context.ts'
import type { EndpointRoute } from '../../http/route.ts'
import { approvalRequired, rehearseAction, wrapRoute } from '../lifecycle/guarded-action.ts'
import type { StaffGuardedAction } from './action.ts'
import { findStaffActionOf } from './actions.ts'
import { addStaffApproval } from './request.ts'
import { isStaffGroupOn, loadStaffApprovalRules } from './rules.ts'

/**
 * A route of the back office whose action waits for a second person where the rules say so. Then the handler runs as a rehearsal: every
 * check of the action happens now and rejects as always, but what it did is rolled back. Only the request for approval is stored.
 */
export function guardStaffRoute(route: EndpointRoute): EndpointRoute {
  const action = findStaffActionOf(route.endpoint)
  if (!action) return route
  return wrapRoute<StaffContext>(route, async (context, { input }, run) => {
    const runAll = async () => {
      const made = await run()
      await action.after?.(context)
      return made
    }
    if (!(await isApprovalNeeded(action, context, input))) return runAll()
    await rehearseAction(context, runAll)
    const preview = await action.preview(context, input)
    return approvalRequired(await addStaffApproval(context, { action: action.name, input: input as object, preview }))
  })
}

async function isApprovalNeeded({ name, isCovered }: StaffGuardedAction, context: StaffContext, input: unknown) {
  const rules = await loadStaffApprovalRules(context.tx)
  return isStaffGroupOn(rules, staffApprovalActions[name]) && (isCovered ? isCovered(context, input, rules) : true)
}
