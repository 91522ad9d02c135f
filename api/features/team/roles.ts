import { type BuiltInRole, type Permission, roleNames } from '@adire/contract/permissions.ts'
import type { RoleChoice } from '@adire/contract/team-schemas.ts'
import { and, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { permissionsOfRole, type StoredRole } from '../auth/session-state.ts'
import { requireAll, roleNameColumns, toRoleName } from '../merchants/member-roles.ts'
import { customRoles, memberships } from '../merchants/tables.ts'

/** The columns of a membership or an invitation that hold its role: one of the two is set. */
export interface RoleColumns {
  role: BuiltInRole | null
  customRoleId: string | null
}

const isBuiltIn = (role: string): role is BuiltInRole => Object.hasOwn(roleNames, role)

export const toColumns = (role: RoleChoice): RoleColumns =>
  isBuiltIn(role) ? { role, customRoleId: null } : { role: null, customRoleId: role }

/** What a role gives, and its name. Undefined for a role of another business. */
export async function findRole(tx: Tx, businessId: string, { role, customRoleId }: RoleColumns) {
  if (role) return { name: roleNames[role], permissions: permissionsOfRole({ role, permissions: null }) }
  const [found] = await tx
    .select({ name: customRoles.name, permissions: customRoles.permissions })
    .from(customRoles)
    .where(and(eq(customRoles.id, customRoleId!), eq(customRoles.merchantId, businessId)))
  return found
}

/** What a member may do, before the mode is considered. Undefined for somebody who is no member. */
export async function findMember(tx: Tx, merchantId: string, userId: string) {
  const [found] = await tx
    .select({ role: memberships.role, permissions: customRoles.permissions, ...roleNameColumns })
    .from(memberships)
    .leftJoin(customRoles, eq(customRoles.id, memberships.customRoleId))
    .where(and(eq(memberships.merchantId, merchantId), eq(memberships.userId, userId)))
  return (
    found && { role: found.role, name: toRoleName(found), permissions: permissionsOfRole(found satisfies StoredRole) }
  )
}

/**
 * As `requireOwnPermissions`, by the role alone: a role holds in both modes, so what only Test Mode allows the caller does not count.
 * @throws 403 permission_not_yours
 */
export async function requirePermissionsOfRole(
  { tx, merchant, user }: MemberContext,
  permissions: readonly Permission[],
) {
  const caller = await findMember(tx, merchant.id, user.id)
  requireAll(caller && new Set(caller.permissions), permissions)
}

/**
 * The columns and the name of a role that the caller may give.
 * @throws 422 role_not_found, 403 permission_not_yours
 */
export async function requireGrantable(context: MemberContext, businessId: string, choice: RoleChoice) {
  const columns = toColumns(choice)
  const found = await findRole(context.tx, businessId, columns)
  if (!found) throw problem.field('role', 'Choose a role of this business', 'role_not_found')
  await requirePermissionsOfRole(context, found.permissions)
  return { columns, name: found.name }
}
