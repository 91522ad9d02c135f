import { and, eq, isNull, lt, notExists, type SQL } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { announceSessionEnds } from '../../jobs/announce.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { evictSession } from './session-state.ts'
import { refreshTokens, sessions } from './tables.ts'

type EndReason = NonNullable<typeof sessions.$inferSelect.endReason>

export async function startSession(tx: Tx, user: { id: string; sessionId: string }, origin: RequestOrigin, now: Date) {
  const { ip, userAgent } = origin
  await tx
    .insert(sessions)
    .values({ id: user.sessionId, userId: user.id, createdAt: now, lastSeenAt: now, ip, userAgent })
}

/** Records when, and from which IP address, a session's tokens were renewed. */
export const touchSession = (tx: Tx, sessionId: string, { ip }: RequestOrigin, now: Date) =>
  tx.update(sessions).set({ lastSeenAt: now, ip }).where(eq(sessions.id, sessionId))

/** Ends a session because somebody else may hold a refresh token of it. Call `evictSessions` with the result after the commit. */
export async function endReusedSession(context: Context, sessionId: string): Promise<Ended[]> {
  const ended = await endSessions(context.tx, [eq(sessions.id, sessionId)], 'reused_token', context.now)
  for (const { userId, userAgent } of ended)
    await recordAuditEvent(context, {
      action: 'session.ended',
      userId,
      object: describeDevice(userAgent),
      after: { reason: 'A token of it was used twice' },
    })
  return ended
}

type Ended = Pick<typeof sessions.$inferSelect, 'id' | 'userId' | 'userAgent'>

/** Ends the matching sessions that have not ended yet. Call `evictSessions` with the result after the commit. */
export async function endSessions(tx: Tx, which: SQL[], endReason: EndReason, now: Date): Promise<Ended[]> {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(isNull(sessions.endedAt), ...which))
    .returning({ id: sessions.id, userId: sessions.userId, userAgent: sessions.userAgent })
  await announceSessionEnds(
    tx,
    ended.map(({ id }) => id),
  )
  return ended
}

/** Removes ended sessions from the cache. Call it after the commit: before, a request in between would cache them again. */
export const evictSessions = (ended: readonly { id: string }[]) => {
  for (const { id } of ended) evictSession(id)
}

/** Purges one portion of the refresh tokens that expired 90 days ago. Returns the number of deleted rows. */
export const purgeRefreshTokens = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, refreshTokens, lt(refreshTokens.expiresAt, retentionStart(now)))

/** Purges one portion of the sessions last used 90 days ago, after their refresh tokens. Returns the number of deleted rows. */
export function purgeSessions(tx: Tx, now: Date): Promise<number> {
  const tokens = tx.select().from(refreshTokens).where(eq(refreshTokens.sessionId, sessions.id))
  const old = lt(sessions.lastSeenAt, retentionStart(now))
  return deletePortion(tx, sessions, and(old, notExists(tokens))!)
}
