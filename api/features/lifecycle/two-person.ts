import type { ApprovalStatus } from '@adire/contract/approvals-schemas.ts'
import { dayMs } from '@adire/contract/durations.ts'
import { Problem, problem } from '../../http/problem.ts'

/**
 * What the two-person rule knows of a request, wherever it is stored: persons are ids, of members of a business or of the provider's
 * staff. A person has one id in all of their sessions.
 */
export interface TwoPersonRequest {
  status: ApprovalStatus
  expiresAt: Date
  /** Everybody who counts as the requester: the person who asked; for a key, the person who has seen its secret. */
  requesters: readonly string[]
}

/** Somebody who wants to decide. */
export interface Decider {
  id: string
  /** Whether their role allows this decision. */
  isAllowed: boolean
  /** Why it does not, if there is more to say. */
  denied?: string
}

/** What a response says about the course of a request, wherever it is stored. */
export const describeCourse = ({
  status,
  createdAt,
  expiresAt,
  decidedBy,
  decidedAt,
  comment,
  failureReason,
}: RequestCourse) => ({
  status,
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  decidedBy,
  decidedAt: decidedAt?.toISOString() ?? null,
  comment,
  failureReason,
})

interface RequestCourse {
  status: ApprovalStatus
  createdAt: Date
  expiresAt: Date
  decidedBy: string | null
  decidedAt: Date | null
  comment: string | null
  failureReason: string | null
}

/** Error of a request that would be one too many; `most` wait already. */
export const tooManyApprovals = (max: number): Problem =>
  problem.conflict('too_many_approvals', `${max} requests wait for an approval already. Decide on them, or cancel some`)

/** Time that a request waits, in ms. */
export const approvalMs = (days: number) => days * dayMs

/**
 * Why a person may not approve or reject a request at this instant; undefined if they may. The only place with these rules: a request
 * is decided once, in time, by somebody else, who is allowed to.
 */
export function findDecisionError(
  request: TwoPersonRequest,
  { id, isAllowed, denied }: Decider,
  now: Date,
): Problem | undefined {
  if (request.status !== 'waiting')
    return problem.conflict('approval_move_refused', `This request is ${statusTexts[request.status]} already`)
  if (request.expiresAt <= now) return expired()
  if (request.requesters.includes(id))
    return new Problem(403, 'own_approval', 'You asked for this yourself. Somebody else must decide on it')
  if (!isAllowed)
    return new Problem(
      403,
      'permission_missing',
      denied ?? 'Your role does not allow you to decide on this. Ask the owner or an admin',
    )
  return undefined
}

/** Why a person may not complete a request that was approved; undefined if they may. */
export function findCompletionError(request: TwoPersonRequest, personId: string, now: Date): Problem | undefined {
  if (!request.requesters.includes(personId)) return onlyRequester()
  if (request.status !== 'approved')
    return problem.conflict('approval_move_refused', `This request is ${statusTexts[request.status]}, not approved`)
  return request.expiresAt <= now ? expired() : undefined
}

export const onlyRequester = () => new Problem(403, 'approval_of_other', 'Only who asked for this can do that')

const expired = () => problem.conflict('approval_expired', 'This request has expired. Ask again')

const statusTexts: Record<ApprovalStatus, string> = {
  waiting: 'waiting',
  approved: 'approved',
  done: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled',
  expired: 'expired',
  failed: 'no longer possible and has ended',
}
