import { type StaffRole, staffRolePermissions } from '@adire/contract/staff-permissions.ts'
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { SignedInStaff } from '../../context.ts'
import type { Database, Tx } from '../../database/connect.ts'
import { deletePortion } from '../../database/delete-portion.ts'
import { retentionStart } from '../../database/retention.ts'
import { accessCacheMs } from '../auth/session-state.ts'
import { staff, staffSessions } from './tables.ts'

const sessionStates = new LRUCache<string, SignedInStaff | 'ended'>({ max: 1_000, ttl: accessCacheMs })

/** The person of a session, with the role of now; undefined when the session has ended or the person was deactivated. */
export async function findStaffSession(
  database: Database,
  sessionId: string,
  now: Date,
): Promise<SignedInStaff | undefined> {
  const known = sessionStates.get(sessionId)
  if (known) return known === 'ended' ? undefined : known
  const [found] = await database.readPrimary((tx) =>
    tx
      .select({ id: staff.id, name: staff.name, email: staff.email, role: staff.role })
      .from(staffSessions)
      .innerJoin(staff, eq(staff.id, staffSessions.staffId))
      .where(
        and(
          eq(staffSessions.id, sessionId),
          isNull(staffSessions.endedAt),
          gt(staffSessions.expiresAt, now),
          isNull(staff.deactivatedAt),
        ),
      ),
  )
  const state = found && toSignedInStaff(found, sessionId)
  sessionStates.set(sessionId, state ?? 'ended')
  return state
}

export const toSignedInStaff = (
  { id, name, email, role }: { id: string; name: string | null; email: string; role: StaffRole },
  sessionId: string,
): SignedInStaff => ({
  id,
  name: name ?? email,
  email,
  role,
  permissions: new Set(staffRolePermissions[role]),
  sessionId,
})

/** Removes a person's sessions from the cache, so that a change takes effect at once in this process. Call it after the commit. */
export function evictStaff(staffId: string): void {
  for (const [key, state] of sessionStates.entries())
    if (state !== 'ended' && state.id === staffId) sessionStates.delete(key)
}

/** Removes one session from the cache. Call it after the commit. */
export const evictStaffSession = (sessionId: string) => sessionStates.delete(sessionId)

type EndReason = NonNullable<(typeof staffSessions.$inferSelect)['endReason']>

/** Ends all sessions of a person, or all but one. Call `evictStaff` after the commit. Returns their number. */
export async function endStaffSessions(
  tx: Tx,
  staffId: string,
  endReason: EndReason,
  now: Date,
  exceptId?: string,
): Promise<number> {
  const others = exceptId === undefined ? undefined : ne(staffSessions.id, exceptId)
  const ended = await tx
    .update(staffSessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(staffSessions.staffId, staffId), isNull(staffSessions.endedAt), others))
    .returning({ id: staffSessions.id })
  return ended.length
}

/** Purges one portion of the sessions last used 90 days ago. Returns the number of deleted rows. */
export const purgeStaffSessions = (tx: Tx, now: Date): Promise<number> =>
  deletePortion(tx, staffSessions, lt(staffSessions.lastSeenAt, retentionStart(now)))
