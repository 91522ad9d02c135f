import type {
  approveStaffRequest,
  cancelStaffApproval,
  rejectStaffRequest,
} from '@adire/contract/back-office/approvals.ts'
import type { StaffApprovalDetail } from '@adire/contract/back-office/approvals-schemas.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import * as z from 'zod/mini'
import type { StaffContext } from '../../context.ts'
import { rollBackTo, startSavepoint } from '../../database/write-at-commit.ts'
import type { CreationHandler } from '../../http/creation.ts'
import { problem } from '../../http/problem.ts'
import { findImpossible, ImpossibleAction, throwAsImpossible } from '../lifecycle/guarded-action.ts'
import { findDecisionError, onlyRequester } from '../lifecycle/two-person.ts'
import { findStaffAction } from './actions.ts'
import { requireVisible, retrieveStaffApproval } from './list.ts'
import { changeStaffApproval, lockStaffApproval, type StaffApprovalRecord } from './move.ts'
import { findRequesterError, readStaffPerson, toDecider, toTwoPersonRequest } from './persons.ts'

/**
 * A request, locked, on which the caller may decide now. The role is read in this transaction, so that somebody who was removed a moment
 * ago decides on nothing.
 */
async function lockDecidable(context: StaffContext, id: string): Promise<StaffApprovalRecord> {
  const { tx, staff, realNow } = context
  const request = await lockStaffApproval(tx, id)
  const person = await readStaffPerson(tx, staff.id, staff.sessionId)
  if (!person) throw problem.unauthenticated()
  const error = findDecisionError(toTwoPersonRequest(request), toDecider(person, request), realNow)
  if (error) throw error
  return request
}

/** The caller has approved it already: a second click gets the same response. */
const isApprovedBy = ({ status, decidedById }: StaffApprovalRecord, { staff }: StaffContext) =>
  decidedById === staff.id && (status === 'done' || status === 'failed')

const describeDecision = ({ staff, realNow }: StaffContext, comment: string | undefined) => ({
  decidedById: staff.id,
  decidedBy: staff.name,
  decidedAt: realNow,
  comment: comment || null,
})

const withComment = (text: string, comment: string | undefined) => `${text}${comment ? `: ${comment}` : '.'}`

interface Approved {
  id: string
  /** What the handler of the action returned, if it has to be finished after the commit. */
  made: { done: unknown } | null
}

/**
 * Approves a request. One transaction locks it, checks it, carries the action out by the handler that does it without an approval, as its
 * requester, and marks it as done; so two approvers at once, or a process that ends in between, carry it out once. If the action is not
 * possible any more, what it did is rolled back and the request has failed.
 */
export const approveStaffRequestHandler: CreationHandler<
  StaffContext,
  ParsedInput<typeof approveStaffRequest>,
  undefined,
  Approved,
  StaffApprovalDetail
> = {
  async create(context, { id, comment }) {
    await requireVisible(context, id)
    if (isApprovedBy(await lockStaffApproval(context.tx, id), context)) return { id, made: null }
    const request = await lockDecidable(context, id)
    const decision = describeDecision(context, comment)
    const by = `${context.staff.name} approved it`
    await startSavepoint(context.tx, 'execution')
    try {
      const done = await execute(context, request)
      await changeStaffApproval(context, request, {
        to: { ...decision, status: 'done' },
        audit: 'approval.approved',
        notify: { outcome: 'Approved and done', text: withComment(by, comment) },
      })
      return { id, made: { done } }
    } catch (error) {
      const failureReason = findImpossible(error)
      if (failureReason === undefined) throw error
      await rollBackTo(context.tx, 'execution')
      await changeStaffApproval(context, request, {
        to: { ...decision, status: 'failed', failureReason },
        audit: 'approval.failed',
        notify: { outcome: 'No longer possible', text: `${by}, but it was no longer possible: ${failureReason}.` },
      })
      return { id, made: null }
    }
  },
  async finish(unitOfWork, { id, made }) {
    const { action } = await unitOfWork.write(({ tx }) => lockStaffApproval(tx, id))
    if (made) await findStaffAction(action).handler.finish?.(unitOfWork, made.done)
    return unitOfWork.write((context) => retrieveStaffApproval(context, id))
  },
}

/** @throws ImpossibleAction; temporary errors */
async function execute(context: StaffContext, request: StaffApprovalRecord): Promise<unknown> {
  const { handler, endpoint, after } = findStaffAction(request.action)
  const requester = await readStaffPerson(context.tx, request.requestedById, context.staff.sessionId)
  const requesterError = findRequesterError(request, requester)
  if (!requester || requesterError !== undefined) throw new ImpossibleAction(requesterError)
  const parsed = z.safeParse(schemasOf(endpoint).input, request.input)
  if (!parsed.success) throw new ImpossibleAction('The action has changed since it was requested. Ask again')
  const asRequester = { ...context, staff: requester }
  try {
    const done = await handler.create(asRequester, parsed.data, undefined)
    await after?.(asRequester)
    return done
  } catch (error) {
    return throwAsImpossible(error)
  }
}

export async function rejectStaffRequestHandler(
  context: StaffContext,
  { id, comment }: ParsedInput<typeof rejectStaffRequest>,
) {
  await requireVisible(context, id)
  const request = await lockDecidable(context, id)
  await changeStaffApproval(context, request, {
    to: { ...describeDecision(context, comment), status: 'rejected' },
    audit: 'approval.rejected',
    notify: { outcome: 'Rejected', text: withComment(`${context.staff.name} rejected it`, comment) },
  })
  return retrieveStaffApproval(context, id)
}

/** Withdraws the caller's own request. */
export async function cancelStaffApprovalHandler(
  context: StaffContext,
  { id }: ParsedInput<typeof cancelStaffApproval>,
) {
  await requireVisible(context, id)
  const request = await lockStaffApproval(context.tx, id)
  if (request.requestedById !== context.staff.id) throw onlyRequester()
  await changeStaffApproval(context, request, { to: { status: 'cancelled' }, audit: 'approval.cancelled' })
  return retrieveStaffApproval(context, id)
}
