import type { Mode } from '@adire/contract/call.ts'
import { type BuiltInRole, effectivePermissions, type Permission, roleNames } from '@adire/contract/permissions.ts'
import type { RoleName } from '@adire/contract/team-schemas.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { Problem } from '../../http/problem.ts'
import { permissionsOfRole } from '../auth/session-state.ts'
import { users } from '../auth/tables.ts'
import { customRoles, memberships, merchants } from './tables.ts'

/** Columns to select, in a query that joins `customRoles`, for `toRoleName`. */
export const roleNameColumns = { customRoleId: customRoles.id, customRoleName: customRoles.name }

export const toRoleName = (row: {
  role: BuiltInRole | null
  customRoleId: string | null
  customRoleName: string | null
}): RoleName =>
  row.role
    ? { id: row.role, name: roleNames[row.role] }
    : { id: row.customRoleId ?? '', name: row.customRoleName ?? '' }

/** "Tola Adeyemi", or undefined for a user who has given no name. */
export const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter(Boolean).join(' ') || undefined

/** A member of a business, and what they may do in its mode. */
export interface MemberRecord {
  user: typeof users.$inferSelect
  permissions: ReadonlySet<Permission>
}

/** Members of a business, by email, with what they may do. At most 100, as in a team. */
export async function listMemberRecords(tx: Tx, merchantId: string, condition?: SQL): Promise<MemberRecord[]> {
  const rows = await tx
    .select({ user: users, mode: merchants.mode, role: memberships.role, permissions: customRoles.permissions })
    .from(memberships)
    .innerJoin(merchants, eq(merchants.id, memberships.merchantId))
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(customRoles, eq(customRoles.id, memberships.customRoleId))
    .where(and(eq(memberships.merchantId, merchantId), condition))
    .orderBy(users.email)
    .limit(100)
  return rows.map(({ user, mode, ...role }) => ({ user, permissions: inMode(role, mode) }))
}

const inMode = (role: { role: BuiltInRole | null; permissions: Permission[] | null }, mode: Mode) =>
  effectivePermissions(permissionsOfRole(role), mode)

/**
 * Requires that the caller has all of these permissions in this mode, so that nobody gives a key or a person more than they have.
 * @throws 403 permission_not_yours
 */
export async function requireOwnPermissions({ tx, merchant, user }: MemberContext, permissions: readonly Permission[]) {
  const [caller] = await listMemberRecords(tx, merchant.id, eq(users.id, user.id))
  requireAll(caller?.permissions, permissions)
}

/** @throws 403 permission_not_yours */
export function requireAll(held: ReadonlySet<Permission> | undefined, permissions: readonly Permission[]): void {
  if (!held || permissions.some((one) => !held.has(one)))
    throw new Problem(403, 'permission_not_yours', 'This can do more than your role. Ask the owner of the business')
}
