import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type BuiltInRole,
  completePermissions,
  type Permission,
  roleNames,
  rolePermissions,
} from '@adire/contract/permissions.ts'
import { type createRole, type deleteRole, teamLimits, type updateRole } from '@adire/contract/team.ts'
import type { Role } from '@adire/contract/team-schemas.ts'
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { changesBetween, recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { customRoles, memberships } from '../merchants/tables.ts'
import { type Business, evictBusinessMembers, findTestMerchantId, lockBusiness } from './business.ts'
import { announceTeamChange } from './events.ts'
import { isOpen } from './find-invitations.ts'
import { expireLostInvitations } from './lost-invitations.ts'
import { findMember, requirePermissionsOfRole } from './roles.ts'
import { invitations } from './tables.ts'

type CustomRole = typeof customRoles.$inferSelect

export async function listRolesHandler(context: MemberContext) {
  const { tx, merchant, user } = context
  const caller = await findMember(tx, merchant.id, user.id)
  const members = await countMembers(context)
  const isGrantable = (permissions: readonly Permission[]) =>
    permissions.every((one) => caller?.permissions.includes(one))
  const builtIn = (Object.keys(roleNames) as BuiltInRole[]).map((id) => ({
    id,
    name: roleNames[id],
    builtIn: true,
    permissions: [...rolePermissions[id]],
    members: members.get(id) ?? 0,
    grantable: id !== 'owner' && isGrantable(rolePermissions[id]),
  }))
  const own = await tx
    .select()
    .from(customRoles)
    .where(eq(customRoles.merchantId, await findTestMerchantId(context)))
    .orderBy(asc(sql`lower(${customRoles.name})`))
    .limit(teamLimits.roles)
  const custom = own.map((role) => toRoleResponse(role, members, isGrantable(role.permissions)))
  return { content: [...builtIn, ...custom] }
}

const toRoleResponse = (
  { id, name, permissions }: CustomRole,
  members: ReadonlyMap<string, number>,
  grantable: boolean,
): Role => ({
  id,
  name,
  builtIn: false,
  permissions,
  members: members.get(id) ?? 0,
  grantable,
})

async function countMembers({ tx, merchant }: MemberContext): Promise<Map<string, number>> {
  const id = sql<string>`coalesce(${memberships.role}, ${memberships.customRoleId}::text)`
  const rows = await tx
    .select({ id, members: count() })
    .from(memberships)
    .where(eq(memberships.merchantId, merchant.id))
    .groupBy(id)
  return new Map(rows.map((row) => [row.id, row.members]))
}

export async function createRoleHandler(context: MemberContext, input: ParsedInput<typeof createRole>): Promise<Role> {
  const { tx, realNow } = context
  await requireConfirmation(context)
  const business = await lockBusiness(context)
  const permissions = completePermissions(input.permissions)
  await requirePermissionsOfRole(context, permissions)
  await requireFreeName(context, business.id, input.name)
  if ((await tx.$count(customRoles, eq(customRoles.merchantId, business.id))) >= teamLimits.roles)
    throw problem.conflict('too_many_roles', `A business can have at most ${teamLimits.roles} roles of its own`)
  const [role] = await tx
    .insert(customRoles)
    .values({ merchantId: business.id, name: input.name, permissions, createdAt: realNow })
    .returning()
  await recordAuditEvent(context, { action: 'role.created', object: input.name, after: { permissions } })
  return toRoleResponse(role!, new Map(), true)
}

/** @throws 422 role_exists; also for the name of a role that every business has */
async function requireFreeName({ tx }: MemberContext, businessId: string, name: string, ownId?: string) {
  const isTaken =
    Object.values(roleNames).some((builtIn) => builtIn.toLowerCase() === name.toLowerCase()) ||
    (await tx.$count(
      customRoles,
      and(
        eq(customRoles.merchantId, businessId),
        eq(sql`lower(${customRoles.name})`, name.toLowerCase()),
        ownId ? ne(customRoles.id, ownId) : undefined,
      ),
    )) > 0
  if (isTaken) throw problem.field('name', 'There is a role with this name. Choose another name', 'role_exists')
}

const isRole = (businessId: string, id: string) => and(eq(customRoles.merchantId, businessId), eq(customRoles.id, id))

async function requireRole({ tx }: MemberContext, businessId: string, id: string): Promise<CustomRole> {
  const [role] = await tx.select().from(customRoles).where(isRole(businessId, id))
  if (!role) throw problem.notFound('role')
  return role
}

/** Changes a role for all of its members at once. What it had and what it gets must both be the caller's to give. */
export const updateRoleHandler = {
  async create(context: MemberContext, input: ParsedInput<typeof updateRole>) {
    const { tx, merchant, user } = context
    await requireConfirmation(context)
    const business = await lockBusiness(context)
    const before = await requireRole(context, business.id, input.id)
    const caller = await findMember(tx, merchant.id, user.id)
    if (caller?.name.id === before.id)
      throw problem.conflict('own_role', 'You have this role yourself. Ask somebody else to change it')
    const permissions = completePermissions(input.permissions)
    await requirePermissionsOfRole(context, [...before.permissions, ...permissions])
    await requireFreeName(context, business.id, input.name, before.id)
    const after = { name: input.name, permissions }
    await tx.update(customRoles).set(after).where(isRole(business.id, before.id))
    await expireLostInvitations(context, business.id)
    const changes = changesBetween({ ...before }, after)
    if (changes) await recordAuditEvent(context, { action: 'role.updated', object: input.name, ...changes })
    await announceTeamChange(context)
    return { business, response: toRoleResponse({ ...before, ...after }, await countMembers(context), true) }
  },
  async finish(_unitOfWork: UnitOfWork<MemberContext>, { business, response }: { business: Business; response: Role }) {
    evictBusinessMembers(business)
    return response
  },
}

export async function deleteRoleHandler(context: MemberContext, { id }: ParsedInput<typeof deleteRole>) {
  const { tx } = context
  await requireConfirmation(context)
  const business = await lockBusiness(context)
  const role = await requireRole(context, business.id, id)
  await requirePermissionsOfRole(context, role.permissions)
  const invited = and(eq(invitations.merchantId, business.id), eq(invitations.customRoleId, id))
  const isUsed =
    (await tx.$count(memberships, eq(memberships.customRoleId, id))) > 0 ||
    (await tx.$count(invitations, and(invited, isOpen))) > 0
  if (isUsed)
    throw problem.conflict('role_in_use', 'Members or invitations have this role. Give them another role first')
  // Invitations that have ended refer to the role, too.
  await tx.delete(invitations).where(invited)
  await tx.delete(customRoles).where(isRole(business.id, id))
  await recordAuditEvent(context, {
    action: 'role.deleted',
    object: role.name,
    before: { permissions: role.permissions },
  })
}
