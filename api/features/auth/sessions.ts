import { createHash } from 'node:crypto'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Origin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { Runtime } from '../../runtime.ts'
import { users } from '../users/tables.ts'
import { forget } from './standing.ts'
import { refreshTokens, sessions } from './tables.ts'

type EndReason = NonNullable<typeof sessions.$inferSelect.endReason>

export const accessTokenMs = 15 * 60_000
export const refreshTokenMs = 14 * 24 * 3_600_000
export const clientTokenMs = 60 * 60_000

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Writes the session down, once: a refresh comes here again with a session that stands. */
export async function startSession(tx: Tx, user: { id: string; sessionId: string }, origin: Origin, now: Date) {
  await tx
    .insert(sessions)
    .values({ id: user.sessionId, userId: user.id, createdAt: now, ip: origin.ip, userAgent: origin.userAgent })
    .onConflictDoNothing()
}

export async function issueRefreshToken(tx: Tx, sessionId: string, token: string, now: Date) {
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId, expiresAt: new Date(now.getTime() + refreshTokenMs) })
}

/**
 * Uses a refresh token up and says whose it was; false when it is unknown, expired, or its session has ended.
 * A token that was used before means that somebody holds a copy: its session ends for both.
 */
export async function useRefreshToken({ database, clock }: Runtime, refreshToken: string) {
  const hash = hashToken(refreshToken)
  const now = clock()
  const outcome = await database.write(async (tx) => {
    const [used] = await tx
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt), gt(refreshTokens.expiresAt, now)))
      .returning()
    const known = used ?? (await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash)))[0]
    if (!known) return undefined
    if (!used) {
      if (known.usedAt) await endSession(tx, known.sessionId, 'reused_token', now)
      return { ended: known.sessionId } as const
    }
    const [session] = await tx
      .select({ id: users.id, email: users.email, sessionId: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(and(eq(sessions.id, used.sessionId), isNull(sessions.endedAt)))
    return session && ({ ended: undefined, user: session, expiresAt: used.expiresAt } as const)
  })
  if (!outcome) return false
  if (outcome.ended !== undefined) return false
  return { refreshToken, refreshTokenExpiresAt: outcome.expiresAt, scope: ['profile'], user: outcome.user }
}

export async function endSession(tx: Tx, sessionId: string, endReason: EndReason, now: Date) {
  await tx
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
  forget(sessionId)
}

/** Signs a user out everywhere. */
export async function endSessionsOf(tx: Tx, userId: string, endReason: EndReason, now: Date) {
  const ended = await tx
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt)))
    .returning({ id: sessions.id })
  for (const { id } of ended) forget(id)
}
