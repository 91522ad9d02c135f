import type { Mode } from '@adire/contract/call.ts'
import {
  type BuiltInRole,
  effectivePermissions,
  type Permission,
  rolePermissions,
} from '@adire/contract/permissions.ts'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../database/connect.ts'

/** Current state of a session: its user, and the mode of the merchant that the request names. */
export interface SessionState {
  email: string
  /** Undefined when the user may not act for that merchant, or no merchant was named. */
  merchantMode: Mode | undefined
  /** What the user may do for that merchant, in its mode. */
  permissions: ReadonlySet<Permission>
  /** Whether that business requires a second factor and the user has none. */
  isSecondFactorMissing: boolean
}

/** Role of a member: one that every business has, or the permissions of one that the business has made. */
export interface StoredRole {
  role: BuiltInRole | null
  permissions: Permission[] | null
}

/** Permissions that a stored role gives, before the mode is considered. */
export const permissionsOfRole = ({ role, permissions }: StoredRole): readonly Permission[] =>
  role ? rolePermissions[role] : (permissions ?? [])

/** Time after which a change by another process is noticed, in ms (decision 105). In this process it takes effect at once. */
export const accessCacheMs = 1_000
const sessionStates = new LRUCache<string, SessionState | 'ended'>({ max: 10_000, ttl: accessCacheMs })

/** Has no members. With null instead, a distributed database would read the members of all businesses (decision 96). */
const noMerchant = '00000000-0000-0000-0000-000000000000'

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
    const { rows } = await tx.$client.query<
      { email: string; mode: Mode | null; isSecondFactorMissing: boolean | null } & StoredRole
    >({
      name: 'session_state',
      text: `select u.email, m.mode, b.role, r.permissions,
                    test.second_factor_required and u.totp_enabled_at is null and not exists (
                      select from passkeys where owner_kind = 'user' and owner_id = u.id) as "isSecondFactorMissing"
             from sessions s
             join users u on u.id = s.user_id
             left join memberships b on b.user_id = u.id and b.merchant_id = $2
             left join merchants m on m.id = b.merchant_id
             left join merchants test on test.id = coalesce(m.test_merchant_id, m.id)
             left join custom_roles r on r.id = b.custom_role_id
             where s.id = $1 and s.ended_at is null`,
      values: [sessionId, merchantId ?? noMerchant],
    })
    return rows[0]
  })
  const sessionState = found && {
    email: found.email,
    merchantMode: found.mode ?? undefined,
    permissions: effectivePermissions(permissionsOfRole(found), found.mode ?? 'LIVE'),
    isSecondFactorMissing: found.isSecondFactorMissing === true,
  }
  // Not cached without a second factor: setting one up must help at once, in every process.
  if (!sessionState?.isSecondFactorMissing) sessionStates.set(key, sessionState ?? 'ended')
  return sessionState
}

/** Removes a session from the cache, so that its end takes effect at once in this process. */
export function evictSession(sessionId: string): void {
  for (const key of sessionStates.keys()) if (key.startsWith(`${sessionId}/`)) sessionStates.delete(key)
}

/** Removes what is cached about the members of these merchants, so that a changed role or a removal takes effect at once in this process. */
export function evictMembers(merchantIds: readonly string[]): void {
  for (const key of sessionStates.keys())
    if (merchantIds.includes(key.slice(key.indexOf('/') + 1))) sessionStates.delete(key)
}
