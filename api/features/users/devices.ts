import type { Parsed } from '@adire/contract/endpoint.ts'
import type { endOtherSessions, endSession, listSessions } from '@adire/contract/users.ts'
import { and, desc, eq, gt, isNull, ne, type SQL } from 'drizzle-orm'
import type { Steps, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { deviceOf } from '../auth/device.ts'
import { endSessions, forgetAll, refreshTokenMs } from '../auth/sessions.ts'
import { sessions } from '../auth/tables.ts'

const shownAtMost = 100

/** The sessions that stand; one that was not renewed for as long as its tokens live has ended by itself. */
export async function devices({ tx, user, now }: UserContext, { id }: Parsed<typeof listSessions>) {
  if (id !== user.id) throw problem.notFound('user')
  const alive = gt(sessions.lastSeenAt, new Date(now.getTime() - refreshTokenMs))
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, id), isNull(sessions.endedAt), alive))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(shownAtMost)
  const content = rows.map(({ id, userAgent, ip, createdAt, lastSeenAt }) => ({
    id,
    device: deviceOf(userAgent),
    ip,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: id === user.sessionId,
  }))
  return { content }
}

export async function signOutDevice(steps: Steps<UserContext>, { id, sessionId }: Parsed<typeof endSession>) {
  const ended = await end(steps, id, (user) => ({
    which: [eq(sessions.id, sessionId)],
    reason: sessionId === user.sessionId ? 'signed_out' : 'signed_out_elsewhere',
  }))
  if (ended.length === 0) throw problem.notFound('session')
}

export async function signOutOthers(steps: Steps<UserContext>, { id }: Parsed<typeof endOtherSessions>) {
  await end(steps, id, (user) => ({ which: [ne(sessions.id, user.sessionId)], reason: 'signed_out_elsewhere' }))
}

export async function signOut(steps: Steps<UserContext>) {
  await end(steps, undefined, (user) => ({ which: [eq(sessions.id, user.sessionId)], reason: 'signed_out' }))
}

type Choose = (user: UserContext['user']) => { which: SQL[]; reason: 'signed_out' | 'signed_out_elsewhere' }

/** Ends the chosen ones of the user's own sessions; `id` is the user that the caller named. */
async function end(steps: Steps<UserContext>, id: string | undefined, choose: Choose) {
  const ended = await steps.write(async (context) => {
    const { tx, user, now } = context
    if (id !== undefined && id !== user.id) throw problem.notFound('user')
    const { which, reason } = choose(user)
    const ended = await endSessions(tx, [eq(sessions.userId, user.id), ...which], reason, now)
    for (const { userAgent } of ended) await record(context, { action: 'session.ended', object: deviceOf(userAgent) })
    return ended
  })
  forgetAll(ended)
  return ended
}
