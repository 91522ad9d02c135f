import { findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { getApproval } from '@adire/contract/approvals.ts'
import type { Approval, ApprovalDetail } from '@adire/contract/approvals-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { Permission } from '@adire/contract/permissions.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import type { MerchantContext } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import { describeCourse, findDecisionError } from '../lifecycle/two-person.ts'
import { findAction } from './actions.ts'
import { type ApprovalRecord, approvalTimeline } from './move.ts'
import { findRequesterError, mayDecide } from './persons.ts'
import { isOwnRequest, readCaller, requireVisible } from './visible.ts'

interface Caller {
  userId: string | undefined
  held: ReadonlySet<Permission>
}

/** The API response of a request, with what this caller may do. */
export function toApprovalResponse(
  request: ApprovalRecord,
  context: Pick<MerchantContext, 'user' | 'apiKey'>,
  { userId, held }: Caller,
  now: Date,
): Approval {
  const isAllowed = mayDecide(held, request.action)
  return {
    id: request.id,
    action: request.action,
    group: findApprovalRule(request.action).group,
    ...describeCourse(request),
    title: request.title,
    subjectId: request.subjectId,
    requestedBy: request.requestedBy,
    isYours: isOwnRequest(request, context),
    resultId: request.resultId,
    denied: findDecisionError(request, { id: userId ?? '', isAllowed }, now)?.message ?? null,
  }
}

export const getApprovalHandler = (context: MerchantContext, { id }: ParsedInput<typeof getApproval>) =>
  retrieveApproval(context, id)

/** One request with its preview and its timeline. */
export async function retrieveApproval(context: MerchantContext, id: string): Promise<ApprovalDetail> {
  const { tx, now } = context
  const request = await requireVisible(context, id)
  return {
    ...toApprovalResponse(request, context, await readCaller(context), now),
    effects: request.effects,
    obstacle: request.status === 'waiting' ? await findObstacle(context, request) : null,
    events: await approvalTimeline.list(tx, request, 50),
  }
}

/** Why a request would fail if it were approved now. */
async function findObstacle(context: MerchantContext, request: ApprovalRecord): Promise<string | null> {
  const requesterError = await findRequesterError(context.tx, request, context.realNow)
  if (requesterError !== undefined) return requesterError
  const { endpoint, findObstacle: find } = findAction(request.action)
  try {
    return (await find?.(context, z.parse(schemasOf(endpoint).input, request.input))) ?? null
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  }
}
