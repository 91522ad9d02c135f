import type { completeApproval } from '@adire/contract/approvals.ts'
import type { EndpointOutput, ParsedInput } from '@adire/contract/endpoint.ts'
import { schemasOf } from '@adire/contract/schemas.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { MemberContext, MerchantContext, UnitOfWork } from '../../context.ts'
import { rollBackTo, startSavepoint } from '../../database/write-at-commit.ts'
import { Problem, problem } from '../../http/problem.ts'
import { announceTopic } from '../../jobs/announce.ts'
import { findApiKey } from '../api-keys/find-key.ts'
import { users } from '../auth/tables.ts'
import { findImpossible, ImpossibleAction, throwAsImpossible } from '../lifecycle/guarded-action.ts'
import { findCompletionError, onlyRequester } from '../lifecycle/two-person.ts'
import { findAction } from './actions.ts'
import { changeApproval } from './end.ts'
import { type ApprovalRecord, findApproval, lockApproval } from './move.ts'
import { findRequesterError } from './persons.ts'
import { isOwnRequest, requireVisible } from './visible.ts'

interface Approved {
  request: ApprovalRecord
  change: { to: Partial<ApprovalRecord>; text: string; kind: string; notify: string }
}

/** The input of a request, as its endpoint takes it now. @throws ImpossibleAction */
function parseInput({ action, input: stored }: ApprovalRecord): unknown {
  const parsed = z.safeParse(schemasOf(findAction(action).endpoint).input, stored)
  if (!parsed.success) throw new ImpossibleAction('The action has changed since it was requested. Ask again')
  return parsed.data
}

/**
 * Carries out the action of a request, by the handler that carries it out without an approval, as its requester. `lock` locks the request
 * and returns it if it may be carried out now; the request becomes `done` in the transaction of the action.
 * @throws ImpossibleAction; what `lock` throws; temporary errors
 */
export async function executeApproval(
  unitOfWork: UnitOfWork<MemberContext>,
  request: ApprovalRecord,
  lock: (context: MemberContext) => Promise<Approved | undefined>,
): Promise<void> {
  const { handler } = findAction(request.action)
  const asRequester: UnitOfWork<MerchantContext> = {
    ...unitOfWork,
    write: (callback) => unitOfWork.write(async (context) => callback(await toRequesterContext(context, request))),
  }
  const prepared = await handler.prepare?.(asRequester, parseInput(request)).catch(throwAsImpossible)
  const done = await unitOfWork.write(async (context) => {
    const approved = await lock(context)
    return approved && { made: await carryOut(context, approved, prepared) }
  })
  if (done && handler.finish) await handler.finish(asRequester, done.made)
}

/** The part of an action that is one transaction, for a request that is locked. @throws ImpossibleAction; temporary errors */
async function carryOut(context: MemberContext, { request, change }: Approved, prepared?: unknown): Promise<unknown> {
  const { handler, endpoint } = findAction(request.action)
  const requesterError = await findRequesterError(context.tx, request, context.realNow)
  if (requesterError !== undefined) throw new ImpossibleAction(requesterError)
  const made = await handler
    .create(await toRequesterContext(context, request), parseInput(request), prepared)
    .catch(throwAsImpossible)
  await changeApproval(context, request, {
    ...change,
    to: { ...change.to, status: 'done', resultId: findId(made) },
    audit: 'approval.approved',
  })
  for (const topic of endpoint.topics) await announceTopic(context.tx, request.merchantId, topic)
  return made
}

/** The id of what a handler has made, if it has one: a refund, a bank account, an invitation. */
function findId(made: unknown): string | null {
  const id = (made as { id?: unknown } | undefined)?.id
  return z.safeParse(z.uuid(), id).success ? (id as string) : null
}

/**
 * The context in which the action would have run without an approval: its actor is the requester. The session is that of the person
 * who acts now, because it is they who have confirmed that it is them.
 */
async function toRequesterContext(
  context: MemberContext,
  key: Pick<ApprovalRecord, 'merchantId' | 'id'>,
): Promise<MerchantContext> {
  const { tx, user } = context
  const { requestedByUserId, requestedByKeyId } = await findApproval(tx, key)
  if (requestedByUserId) {
    const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, requestedByUserId))
    return { ...context, user: { id: requestedByUserId, email: found!.email, sessionId: user.sessionId } }
  }
  const apiKey = await findApiKey(tx, { merchantId: key.merchantId, id: requestedByKeyId! })
  return { ...context, user: undefined, apiKey: { id: apiKey!.id, last4: apiKey!.display.slice(-4) } }
}

/**
 * Completes a request that was approved: the requester gets the new key, once. One transaction, so that the key is stored with its response
 * and a repeated request gets it again. An action that is no longer possible is rolled back, and the request has failed.
 */
export async function completeApprovalHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof completeApproval>,
): Promise<EndpointOutput<typeof completeApproval> | Problem> {
  const { tx, merchant, user, now } = context
  if (!isOwnRequest(await requireVisible(context, id), context)) throw onlyRequester()
  const request = await lockApproval(tx, { merchantId: merchant.id, id })
  const completionError = findCompletionError(request, user.id, now)
  if (completionError) throw completionError
  const change = { to: {}, kind: 'completed', text: `${request.requestedBy} completed it`, notify: 'Completed' }
  await startSavepoint(tx, 'completion')
  try {
    return (await carryOut(context, { request, change })) as EndpointOutput<typeof completeApproval>
  } catch (error) {
    const reason = findImpossible(error)
    if (reason === undefined) throw error
    await rollBackTo(tx, 'completion')
    await changeApproval(context, request, {
      to: { status: 'failed', failureReason: reason },
      audit: 'approval.failed',
      kind: 'failed',
      text: `It was no longer possible: ${reason}`,
    })
    const { cause } = error as Error
    return cause instanceof Problem ? cause : problem.conflict('approval_move_refused', reason)
  }
}
