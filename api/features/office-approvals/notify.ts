import { and, ne } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatInstant } from '../../lagos.ts'
import { isActiveWith } from '../staff/active.ts'
import { mailStaff } from '../staff/jobs.ts'
import { staff } from '../staff/tables.ts'
import { findStaffAction } from './actions.ts'
import type { StaffApprovalRecord } from './move.ts'

const pathOf = ({ id }: StaffApprovalRecord) => `/approvals/${id}`

/** Emails the people who may decide on a request. */
export async function notifyStaffApprovers({ tx }: Context, request: StaffApprovalRecord): Promise<void> {
  const { action, title, requestedBy, requestedById, expiresAt } = request
  const permission = findStaffAction(action).endpoint.staffPermission!
  const approvers = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(isActiveWith(permission), ne(staff.id, requestedById)))
  for (const { id: staffId } of approvers)
    await enqueueJob(tx, mailStaff, {
      staffId,
      subject: `Approval needed: ${title}`,
      text: `${requestedBy} asked for it. It waits until ${formatInstant(expiresAt)}, Lagos, for you or another person to approve or reject it.`,
      action: { label: 'See the request', path: pathOf(request) },
    })
}

/** Emails the requester what became of a request. */
export const notifyStaffRequester = ({ tx }: Context, request: StaffApprovalRecord, outcome: string, text: string) =>
  enqueueJob(tx, mailStaff, {
    staffId: request.requestedById,
    subject: `${outcome}: ${request.title}`,
    text,
    action: { label: 'See the request', path: pathOf(request) },
  })
