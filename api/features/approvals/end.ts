import type { AuditAction } from '@adire/contract/audit.ts'
import type { Context, MemberContext } from '../../context.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { type ApprovalRecord, approvalTimeline, updateApproval } from './move.ts'
import { notifyRequester } from './notify.ts'

interface Change {
  to: Partial<ApprovalRecord>
  audit: AuditAction
  /** Kind of the event in the timeline. */
  kind: string
  text: string
  /** Title of the notification of the requester; none without it. */
  notify?: string
}

/** Changes a locked request: timeline, audit log and notification are written in the same transaction. */
export async function changeApproval(context: Context, request: ApprovalRecord, change: Change) {
  const { tx, now } = context
  const { to, audit, kind, text, notify } = change
  const changed = await updateApproval(tx, request, to)
  await approvalTimeline.append(tx, request, now, kind, text)
  await recordAuditEvent(context, {
    action: audit,
    object: request.title,
    before: { status: request.status },
    after: {
      id: request.id,
      status: changed.status,
      requestedBy: request.requestedBy,
      ...(to.comment && { comment: to.comment }),
      ...(to.failureReason && { reason: to.failureReason }),
    },
    merchantId: request.merchantId,
  })
  if (notify) await notifyRequester(context, request, notify, `${text}.`)
  return changed
}

/** The columns of a decision, and a sentence about it. */
export async function describeDecision(context: MemberContext, comment: string | undefined, verb: string) {
  const decidedBy = await readActorName(context)
  return {
    columns: {
      decidedByUserId: context.user.id,
      decidedBy,
      decidedAt: context.now,
      comment: comment || null,
    },
    text: `${decidedBy} ${verb} it${comment ? `: ${comment}` : ''}`,
  }
}
