import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { endOtherSessions, endSession, listSessions } from '@adire/contract/users.ts'
import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import type { UnitOfWork, UserContext } from '../../context.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { refreshTokenMs } from '../auth/refresh-tokens.ts'
import { endSessions, evictSessions } from '../auth/sessions.ts'
import { sessions } from '../auth/tables.ts'

const maxListed = 100

/** Lists the active sessions. One whose tokens were not renewed before they expired has ended and is left out. */
export async function listSessionsHandler({ tx, user, now }: UserContext, { id }: ParsedInput<typeof listSessions>) {
  if (id !== user.id) throw problem.notFound('user')
  const alive = gt(sessions.lastSeenAt, new Date(now.getTime() - refreshTokenMs))
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.endedAt), alive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(maxListed)
  const content = rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
    id,
    device: describeDevice(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === user.sessionId,
  }))
  return { content }
}

export async function endSessionHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { id, sessionId }: ParsedInput<typeof endSession>,
) {
  const ended = await endChosenSessions(unitOfWork, id, (user) => ({
    which: [eq(sessions.id, sessionId)],
    reason: sessionId === user.sessionId ? 'signed_out' : 'signed_out_elsewhere',
  }))
  if (ended.length === 0) throw problem.notFound('session')
}

export async function endOtherSessionsHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { id }: ParsedInput<typeof endOtherSessions>,
) {
  await endChosenSessions(unitOfWork, id, (user) => ({
    which: [ne(sessions.id, user.sessionId)],
    reason: 'signed_out_elsewhere',
  }))
}

export async function logOutHandler(unitOfWork: UnitOfWork<UserContext>) {
  await endChosenSessions(unitOfWork, undefined, (user) => ({
    which: [eq(sessions.id, user.sessionId)],
    reason: 'signed_out',
  }))
}

type Choose = (user: UserContext['user']) => { which: SQL[]; reason: 'signed_out' | 'signed_out_elsewhere' }

/**
 * Ends the sessions of the signed-in user that `choose` selects.
 * @throws 404 user_not_found if `id` is another user
 */
async function endChosenSessions(unitOfWork: UnitOfWork<UserContext>, id: string | undefined, choose: Choose) {
  const ended = await unitOfWork.write(async (context) => {
    const { tx, user, now } = context
    if (id !== undefined && id !== user.id) throw problem.notFound('user')
    const { which, reason } = choose(user)
    const ended = await endSessions(tx, [eq(sessions.userId, user.id), ...which], reason, now)
    for (const { userAgent } of ended)
      await recordAuditEvent(context, { action: 'session.ended', object: describeDevice(userAgent) })
    return ended
  })
  evictSessions(ended)
  return ended
}
