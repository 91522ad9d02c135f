import { staffApprovalActions } from '@adire/contract/back-office/approval-actions.ts'
import type { getStaffApproval, listStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import type { StaffApproval, StaffApprovalDetail } from '@adire/contract/back-office/approvals-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gt, inArray, ne, or } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { listNewest } from '../../http/page.ts'
import { problem } from '../../http/problem.ts'
import { describeCourse, findDecisionError } from '../lifecycle/two-person.ts'
import { listActionsFor } from './actions.ts'
import type { StaffApprovalRecord } from './move.ts'
import { findRequesterError, readStaffPerson, toDecider, toTwoPersonRequest } from './persons.ts'
import { staffApprovalRequests } from './tables.ts'

const isVisible = ({ staff }: StaffContext) =>
  or(
    eq(staffApprovalRequests.requestedById, staff.id),
    inArray(staffApprovalRequests.action, listActionsFor(staff.permissions)),
  )

export const listStaffApprovalsHandler = (context: StaffContext, input: ParsedInput<typeof listStaffApprovals>) =>
  listNewest(context.tx, input, {
    table: staffApprovalRequests,
    where: and(
      isVisible(context),
      input.state === 'open' ? eq(staffApprovalRequests.status, 'waiting') : undefined,
      input.state === 'ended' ? ne(staffApprovalRequests.status, 'waiting') : undefined,
      input.merchantId ? eq(staffApprovalRequests.merchantId, input.merchantId) : undefined,
    ),
    from: context.tx.select().from(staffApprovalRequests),
    serialize: (request: StaffApprovalRecord) => toStaffApprovalResponse(context, request),
    keyOf: ({ createdAt, id }) => [createdAt, id],
  })

/** Number of requests that wait for this person. `staffApprovalLimits` bounds it. */
export async function countStaffApprovalsHandler({ tx, staff, realNow }: StaffContext) {
  const waiting = and(
    eq(staffApprovalRequests.status, 'waiting'),
    gt(staffApprovalRequests.expiresAt, realNow),
    ne(staffApprovalRequests.requestedById, staff.id),
    inArray(staffApprovalRequests.action, listActionsFor(staff.permissions)),
  )
  return { waiting: await tx.$count(staffApprovalRequests, waiting) }
}

/**
 * A request that the person may see: their own, or one of an action that their role includes.
 * @throws 404 approval_not_found
 */
export async function requireVisible(context: StaffContext, id: string): Promise<StaffApprovalRecord> {
  const [request] = await context.tx
    .select()
    .from(staffApprovalRequests)
    .where(and(eq(staffApprovalRequests.id, id), isVisible(context)))
  if (!request) throw problem.notFound('approval')
  return request
}

export const getStaffApprovalHandler = (context: StaffContext, { id }: ParsedInput<typeof getStaffApproval>) =>
  retrieveStaffApproval(context, id)

/** One request with its preview. */
export async function retrieveStaffApproval(context: StaffContext, id: string): Promise<StaffApprovalDetail> {
  const request = await requireVisible(context, id)
  const requester = await readStaffPerson(context.tx, request.requestedById, context.staff.sessionId)
  return {
    ...toStaffApprovalResponse(context, request),
    effects: request.effects,
    obstacle: request.status === 'waiting' ? (findRequesterError(request, requester) ?? null) : null,
  }
}

function toStaffApprovalResponse({ staff, realNow }: StaffContext, request: StaffApprovalRecord): StaffApproval {
  return {
    id: request.id,
    action: request.action,
    group: staffApprovalActions[request.action],
    ...describeCourse(request),
    title: request.title,
    merchantId: request.merchantId,
    requestedBy: request.requestedBy,
    isYours: request.requestedById === staff.id,
    denied: findDecisionError(toTwoPersonRequest(request), toDecider(staff, request), realNow)?.message ?? null,
  }
}
