import { findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { MerchantContext } from '../../context.ts'
import type { CreationHandler } from '../../http/creation.ts'
import { Problem } from '../../http/problem.ts'
import type { EndpointRoute } from '../../http/route.ts'
import type { GuardedAction } from './action.ts'
import { findActionOf } from './actions.ts'
import { addApproval } from './request.ts'
import { isGroupOn, loadApprovalRules } from './rules.ts'

type AnyCreation = CreationHandler<MerchantContext, unknown, unknown, unknown, unknown>

/**
 * A route whose action waits for a second person where the rules of the business say so. Then the handler runs as a rehearsal: every
 * check of the action happens now and rejects as always, but what it did is rolled back. Only the request for approval is stored.
 */
export function guardRoute(route: EndpointRoute): EndpointRoute {
  const action = findActionOf(route.endpoint)
  if (!action) return route
  const handler = (route.creation ?? { create: route.inContext }) as AnyCreation
  const create = (context: MerchantContext, input: unknown, prepared: unknown) =>
    runOrWait(action, context, { input, prepared }, () => handler.create(context, input, prepared))
  return route.creation
    ? { ...route, creation: { ...handler, create } as NonNullable<EndpointRoute['creation']> }
    : { ...route, inContext: (context: MerchantContext, input: unknown) => create(context, input, undefined) }
}

async function runOrWait(
  action: GuardedAction,
  context: MerchantContext,
  { input, prepared }: { input: unknown; prepared: unknown },
  run: () => Promise<unknown>,
): Promise<unknown> {
  if (!(await isApprovalNeeded(action, context, input))) return run()
  await rehearse(context, run)
  const preview = await action.preview(context, input, prepared)
  const request = await addApproval(context, { action: action.name, input: input as object, preview })
  return approvalRequired(request.id)
}

async function isApprovalNeeded({ name, isCovered }: GuardedAction, context: MerchantContext, input: unknown) {
  const rules = await loadApprovalRules(context)
  return isGroupOn(rules, findApprovalRule(name).group) && (isCovered ? isCovered(context, input, rules) : true)
}

/** Runs a handler and rolls it back. What it throws stays thrown. */
export async function rehearse({ tx }: Pick<MerchantContext, 'tx'>, run: () => Promise<unknown>): Promise<void> {
  await tx.$client.query('savepoint rehearsal')
  await run()
  await tx.$client.query('rollback to savepoint rehearsal')
}

/** Returned, not thrown, so that the request is stored. */
function approvalRequired(id: string): Problem {
  const error = new Problem(
    403,
    'approval_required',
    'Another person must approve this. They were notified, and nothing has changed yet',
  )
  error.approvalId = id
  return error
}
