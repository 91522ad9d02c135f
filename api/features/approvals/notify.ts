import type { Context } from '../../context.ts'
import { formatInstant } from '../../lagos.ts'
import { sendNotification } from '../notifications/jobs.ts'
import type { ApprovalRecord } from './move.ts'
import { mayDecide } from './persons.ts'

const pathOf = ({ id }: ApprovalRecord) => `/approvals/${id}`

/** Notifies the members who may decide on a request. `isMailed`: also by email. */
export const notifyApprovers = (context: Context, request: ApprovalRecord, isMailed: boolean) =>
  sendNotification(
    context,
    request.merchantId,
    {
      kind: 'security',
      title: `Approval needed: ${request.title}`,
      text: `${request.requestedBy} asked for it. It waits until ${formatInstant(request.expiresAt)}, Lagos, for you or another person to approve or reject it.`,
      path: pathOf(request),
    },
    {
      isFor: ({ id, permissions }) => mayDecide(permissions, request.action) && !request.requesters.includes(id),
      isMailed,
    },
  )

/** Notifies the requester of the outcome. A key is not notified: its server gets the request, or the webhooks of the effect. */
export const notifyRequester = (context: Context, request: ApprovalRecord, title: string, text: string) =>
  sendNotification(
    context,
    request.merchantId,
    { kind: 'security', title: `${title}: ${request.title}`, text, path: pathOf(request) },
    { isFor: ({ id }) => id === request.requestedByUserId },
  )
