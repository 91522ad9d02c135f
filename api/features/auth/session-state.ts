import type { Mode } from '@adire/contract/call.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connect.ts'

/** Current state of a session: its user, and the mode of the merchant that the request names. */
export interface SessionState {
  email: string
  /** Undefined when the user may not act for that merchant, or no merchant was named. */
  merchantMode: Mode | undefined
}

// A session ended by another process is noticed after at most ten seconds; in this process at once (`evictSession`).
const sessionStates = new LRUCache<string, SessionState | 'ended'>({ max: 10_000, ttl: 10_000 })

/** Looks up a session, and its user's membership of `merchantId`; undefined when the session has ended. */
export async function findSessionState(
  database: Database,
  sessionId: string,
  merchantId: string | undefined,
): Promise<SessionState | undefined> {
  const key = `${sessionId}/${merchantId ?? ''}`
  const known = sessionStates.get(key)
  if (known) return known === 'ended' ? undefined : known
  const found = await database.readPrimary(async (tx) => {
    const { rows } = await tx.$client.query<{ email: string; mode: Mode | null }>({
      name: 'standing',
      text: `select u.email, m.mode
             from sessions s
             join users u on u.id = s.user_id
             left join memberships b on b.user_id = u.id and b.merchant_id = $2
             left join merchants m on m.id = b.merchant_id
             where s.id = $1 and s.ended_at is null`,
      values: [sessionId, merchantId ?? null],
    })
    return rows[0]
  })
  const sessionState = found && { email: found.email, merchantMode: found.mode ?? undefined }
  sessionStates.set(key, sessionState ?? 'ended')
  return sessionState
}

/** Removes a session from the cache, so that its end takes effect at once in this process. */
export function evictSession(sessionId: string): void {
  for (const key of sessionStates.keys()) if (key.startsWith(`${sessionId}/`)) sessionStates.delete(key)
}
