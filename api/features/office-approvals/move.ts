import { approvalMoves } from '@adire/contract/approval-actions.ts'
import type { StaffAction } from '@adire/contract/back-office/staff-audit.ts'
import { eq } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { recordStaffEvent, type StaffActor } from '../staff/events.ts'
import { notifyStaffRequester } from './notify.ts'
import { staffApprovalRequests } from './tables.ts'

export type StaffApprovalRecord = typeof staffApprovalRequests.$inferSelect

/**
 * A request, locked, so that two decisions run one after the other.
 * @throws 404 approval_not_found
 */
export async function lockStaffApproval(tx: Tx, id: string): Promise<StaffApprovalRecord> {
  const [request] = await tx.select().from(staffApprovalRequests).where(eq(staffApprovalRequests.id, id)).for('update')
  if (!request) throw problem.notFound('approval')
  return request
}

interface Change {
  to: Partial<StaffApprovalRecord> & Pick<StaffApprovalRecord, 'status'>
  audit: StaffAction
  /** The actor, if it is not the signed-in person. */
  actor?: StaffActor
  /** Subject and text of the email to the requester; none without it. */
  notify?: { outcome: string; text: string }
}

/**
 * Changes a locked request: audit log and email are stored in the same transaction.
 * @throws 409 approval_move_refused
 */
export async function changeStaffApproval(
  context: Context | StaffContext,
  request: StaffApprovalRecord,
  { to, audit, actor, notify }: Change,
): Promise<void> {
  if (!approvalMoves[request.status].includes(to.status))
    throw problem.conflict('approval_move_refused', 'This request has ended already')
  await context.tx.update(staffApprovalRequests).set(to).where(eq(staffApprovalRequests.id, request.id))
  await recordStaffEvent(context, {
    action: audit,
    object: request.title,
    after: {
      id: request.id,
      requestedBy: request.requestedBy,
      ...(to.comment && { comment: to.comment }),
      ...(to.failureReason && { reason: to.failureReason }),
    },
    ...(request.merchantId && { merchantId: request.merchantId }),
    ...(actor && { actor }),
  })
  if (notify) await notifyStaffRequester(context, request, notify.outcome, notify.text)
}
