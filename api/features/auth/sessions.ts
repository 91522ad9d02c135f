import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, type SQL } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { announceEnds } from '../../jobs/announce.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { evictSession } from './session-state.ts'
import { refreshTokens, sessions, users } from './tables.ts'

type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>
type EndReason = NonNullable<typeof sessions.$inferSelect.endReason>

export const accessTokenMs = 15 * 60_000
export const refreshTokenMs = 14 * 24 * 3_600_000
export const clientTokenMs = 60 * 60_000

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export async function startSession(tx: Tx, user: { id: string; sessionId: string }, origin: RequestOrigin, now: Date) {
  const { ip, userAgent } = origin
  await tx
    .insert(sessions)
    .values({ id: user.sessionId, userId: user.id, createdAt: now, lastSeenAt: now, ip, userAgent })
}

/** Records when, and from which IP address, a session's tokens were renewed. */
export const touchSession = (tx: Tx, sessionId: string, { ip }: RequestOrigin, now: Date) =>
  tx.update(sessions).set({ lastSeenAt: now, ip }).where(eq(sessions.id, sessionId))

export async function issueRefreshToken(tx: Tx, sessionId: string, token: string, now: Date) {
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId, expiresAt: new Date(now.getTime() + refreshTokenMs) })
}

/**
 * Uses up a refresh token and returns its subject; false if it is unknown or expired, or if its session has ended.
 * A token that was used before means that somebody has a copy: the session ends for both.
 */
export async function useRefreshToken(write: Write, refreshToken: string) {
  const hash = hashToken(refreshToken)
  const outcome = await write(async (context) => {
    const { tx, now } = context
    const [used] = await tx
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, now)))
      .returning()
    const known = used ?? (await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)))[0]
    if (!known) return undefined
    if (!used) return { user: undefined, ended: known.usedAt ? await endReused(context, known.sessionId) : [] }
    const [session] = await tx
      .select({ id: users.id, email: users.email, sessionId: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, used.sessionId), isNull(sessions.endedAt)))
    return session && { user: session, expiresAt: used.expiresAt, ended: [] }
  })
  evictSessions(outcome?.ended ?? [])
  if (!outcome?.user) return false
  return { refreshToken, refreshTokenExpiresAt: outcome.expiresAt, scope: ['profile'], user: outcome.user }
}

async function endReused(context: Context, sessionId: string) {
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
  await announceEnds(
    tx,
    ended.map(({ id }) => id),
  )
  return ended
}

/** Removes ended sessions from the cache. Call it after the commit: before, a request in between would cache them again. */
export const evictSessions = (ended: readonly { id: string }[]) => {
  for (const { id } of ended) evictSession(id)
}
