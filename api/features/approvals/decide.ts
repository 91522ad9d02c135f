import { findApprovalRule } from '@adire/contract/approval-actions.ts'
import type { approveRequest, cancelApproval, rejectRequest } from '@adire/contract/approvals.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { findImpossible } from '../lifecycle/guarded-action.ts'
import { findDecisionError, onlyRequester } from '../lifecycle/two-person.ts'
import { changeApproval, describeDecision } from './end.ts'
import { executeApproval } from './execute.ts'
import { type ApprovalRecord, lockApproval, requireApprovalStatus } from './move.ts'
import { mayDecide, readPermissions } from './persons.ts'
import { retrieveApproval } from './serialize.ts'
import { isOwnRequest, requireVisible } from './visible.ts'

type Approve = ParsedInput<typeof approveRequest>

const keyOf = ({ merchant }: MerchantContext, id: string) => ({ merchantId: merchant.id, id })

/**
 * A request, locked, on which the caller may decide now. Permissions are read in this transaction, so that somebody who was removed a
 * moment ago decides on nothing.
 */
async function lockDecidable(context: MemberContext, id: string): Promise<ApprovalRecord> {
  const { tx, merchant, user, now } = context
  const request = await lockApproval(tx, keyOf(context, id))
  const held = await readPermissions(tx, merchant.id, user.id)
  const error = findDecisionError(request, { id: user.id, isAllowed: mayDecide(held, request.action) }, now)
  if (error) throw error
  return request
}

/** The caller has approved it already: a second click gets the same response. */
const isApprovedBy = ({ status, decidedByUserId }: ApprovalRecord, { user }: MemberContext) =>
  decidedByUserId === user.id && status !== 'waiting' && status !== 'rejected'

/**
 * Approves a request. One transaction locks it, checks it, carries the action out and marks it as done; so two approvers at once, or a
 * process that ends in between, carry it out once.
 */
export async function approveRequestHandler(unitOfWork: UnitOfWork<MemberContext>, { id, comment }: Approve) {
  const approve = async (context: MemberContext) => {
    const locked = await lockApproval(context.tx, keyOf(context, id))
    return isApprovedBy(locked, context) ? undefined : lockDecidable(context, id)
  }
  const request = await unitOfWork.write(async (context) => {
    await requireVisible(context, id)
    const found = await approve(context)
    if (found) await requireConfirmation(context)
    return found
  })
  if (request) {
    if (findApprovalRule(request.action).completed) await allowCompletion(unitOfWork, approve, comment)
    else await executeOrFail(unitOfWork, { request, approve, comment })
  }
  return unitOfWork.write((context) => retrieveApproval(context, id))
}

type Lock = (context: MemberContext) => Promise<ApprovalRecord | undefined>

/** Lets the requester complete it: a key is shown to nobody else, and the old one of a rotation works until then. */
const allowCompletion = (unitOfWork: UnitOfWork<MemberContext>, approve: Lock, comment: string | undefined) =>
  unitOfWork.write(async (context) => {
    const request = await approve(context)
    if (!request) return
    const { columns, text } = await describeDecision(context, comment, 'approved')
    const to = { ...columns, status: 'approved' as const }
    await changeApproval(context, request, {
      to,
      audit: 'approval.approved',
      kind: 'approved',
      text: `${text}. ${request.requestedBy} can complete it now`,
      notify: 'Approved, complete it now',
    })
  })

async function executeOrFail(
  unitOfWork: UnitOfWork<MemberContext>,
  { request, approve, comment }: { request: ApprovalRecord; approve: Lock; comment: string | undefined },
): Promise<void> {
  const lock = async (context: MemberContext) => {
    const locked = await approve(context)
    if (!locked) return undefined
    const { columns, text } = await describeDecision(context, comment, 'approved')
    return { request: locked, change: { to: columns, text, kind: 'approved', notify: 'Approved and done' } }
  }
  try {
    await executeApproval(unitOfWork, request, lock)
  } catch (error) {
    const reason = findImpossible(error)
    if (reason === undefined) throw error
    await unitOfWork.write(async (context) => {
      const locked = await approve(context)
      if (!locked) return
      const { columns } = await describeDecision(context, comment, 'approved')
      await changeApproval(context, locked, {
        to: { ...columns, status: 'failed', failureReason: reason },
        audit: 'approval.failed',
        kind: 'failed',
        text: `${columns.decidedBy} approved it, but it was no longer possible: ${reason}`,
        notify: 'No longer possible',
      })
    })
  }
}

export async function rejectRequestHandler(context: MemberContext, { id, comment }: ParsedInput<typeof rejectRequest>) {
  await requireVisible(context, id)
  const request = await lockDecidable(context, id)
  const { columns, text } = await describeDecision(context, comment, 'rejected')
  await changeApproval(context, request, {
    to: { ...columns, status: 'rejected' },
    audit: 'approval.rejected',
    kind: 'rejected',
    text,
    notify: 'Rejected',
  })
  return retrieveApproval(context, id)
}

/**
 * Withdraws the caller's own request. Needs no confirmation: it only leaves things as they are.
 * @throws 403 approval_of_other; 409 approval_move_refused
 */
export async function cancelApprovalHandler(context: MerchantContext, { id }: ParsedInput<typeof cancelApproval>) {
  const found = await requireVisible(context, id)
  if (!isOwnRequest(found, context)) throw onlyRequester()
  const request = await lockApproval(context.tx, keyOf(context, id))
  requireApprovalStatus(request, ['waiting', 'approved'], 'cancelled')
  await changeApproval(context, request, {
    to: { status: 'cancelled' },
    audit: 'approval.cancelled',
    kind: 'cancelled',
    text: `${request.requestedBy} cancelled it`,
  })
  return retrieveApproval(context, id)
}
