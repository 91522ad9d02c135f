import { dayMs } from '@adire/contract/durations.ts'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { hashToken } from './hash-token.ts'
import { endReusedSession, evictSessions } from './sessions.ts'
import { refreshTokens, sessions, users } from './tables.ts'

type Write = <T>(callback: (context: Context) => Promise<T>) => Promise<T>
type RefreshToken = typeof refreshTokens.$inferSelect

export const refreshTokenMs = 14 * dayMs
/** How long a used token is exchanged again: its response may have been lost, by a reload or a broken connection. */
const repeatMs = 60_000

/** Stores a new refresh token of a session, and removes its expired ones. `replaces` is the hash of the token exchanged for it. */
export async function issueRefreshToken(
  tx: Tx,
  { sessionId, replaces }: { sessionId: string; replaces?: string },
  token: string,
  now: Date,
): Promise<void> {
  await tx.delete(refreshTokens).where(and(eq(refreshTokens.sessionId, sessionId), lt(refreshTokens.expiresAt, now)))
  await tx
    .insert(refreshTokens)
    .values({ hash: hashToken(token), sessionId, replaces, expiresAt: new Date(now.getTime() + refreshTokenMs) })
}

/**
 * Uses up a refresh token and returns its subject; false if it is unknown or expired, or if its session has ended.
 * A token may be exchanged again within a minute, until one of its successors is used. Any other reuse means that somebody has a copy:
 * the session ends for both.
 */
export async function useRefreshToken(write: Write, refreshToken: string) {
  const hash = hashToken(refreshToken)
  const outcome = await write(async (context) => {
    const { tx, now } = context
    const [known] = await tx.select().from(refreshTokens).where(eq(refreshTokens.hash, hash))
    if (!known || known.expiresAt <= now) return undefined
    const session = await lockSession(tx, known.sessionId)
    if (!session) return undefined
    const relatives = await tx
      .select()
      .from(refreshTokens)
      .where(
        and(
          eq(refreshTokens.sessionId, known.sessionId),
          or(eq(refreshTokens.hash, hash), eq(refreshTokens.replaces, hash), siblingsOf(known)),
        ),
      )
    if (isCopied(hash, relatives, now))
      return { user: undefined, ended: await endReusedSession(context, known.sessionId) }
    await tx
      .update(refreshTokens)
      .set({ usedAt: now })
      .where(and(eq(refreshTokens.hash, hash), isNull(refreshTokens.usedAt)))
    return { user: { ...session, replaces: hash }, expiresAt: known.expiresAt, ended: [] }
  })
  evictSessions(outcome?.ended ?? [])
  if (!outcome?.user) return false
  return { refreshToken, refreshTokenExpiresAt: outcome.expiresAt, scope: ['profile'], user: outcome.user }
}

/** The session, locked, so that its tokens are used one after the other; nothing if it has ended. */
async function lockSession(tx: Tx, sessionId: string) {
  const [session] = await tx
    .select({ id: users.id, email: users.email, sessionId: sessions.id })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNull(sessions.endedAt)))
    .for('update', { of: sessions })
  return session
}

const siblingsOf = ({ replaces }: RefreshToken) => (replaces ? eq(refreshTokens.replaces, replaces) : undefined)

/** Whether the use of a token shows that two hold it. `relatives` are the token, its successors, and other successors of its predecessor. */
function isCopied(hash: string, relatives: readonly RefreshToken[], now: Date): boolean {
  const used = relatives.filter(({ usedAt }) => usedAt !== null)
  return used.some((token) => token.hash !== hash || now.getTime() - token.usedAt!.getTime() > repeatMs)
}
