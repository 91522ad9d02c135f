import { findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { MerchantContext } from '../../context.ts'
import type { EndpointRoute } from '../../http/route.ts'
import { approvalRequired, rehearseAction, wrapRoute } from '../lifecycle/guarded-action.ts'
import type { GuardedAction } from './action.ts'
import { findActionOf } from './actions.ts'
import { addApproval } from './request.ts'
import { isGroupOn, loadApprovalRules } from './rules.ts'

/**
 * A route whose action waits for a second person where the rules of the business say so. Then the handler runs as a rehearsal: every
 * check of the action happens now and rejects as always, but what it did is rolled back. Only the request for approval is stored.
 */
export function guardRoute(route: EndpointRoute): EndpointRoute {
  const action = findActionOf(route.endpoint)
  if (!action) return route
  return wrapRoute<MerchantContext>(route, async (context, { input, prepared }, run) => {
    if (!(await isApprovalNeeded(action, context, input))) return run()
    await rehearseAction(context, run)
    const preview = await action.preview(context, input, prepared)
    const request = await addApproval(context, { action: action.name, input: input as object, preview })
    return approvalRequired(request.id)
  })
}

async function isApprovalNeeded({ name, isCovered }: GuardedAction, context: MerchantContext, input: unknown) {
  const rules = await loadApprovalRules(context)
  return isGroupOn(rules, findApprovalRule(name).group) && (isCovered ? isCovered(context, input, rules) : true)
}
