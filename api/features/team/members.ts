import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { changeMemberRole, removeMember } from '@adire/contract/team.ts'
import { teamLimits } from '@adire/contract/team.ts'
import type { TeamMember } from '@adire/contract/team-schemas.ts'
import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { sessions, users } from '../auth/tables.ts'
import { fullName, roleNameColumns, toRoleName } from '../merchants/member-roles.ts'
import { customRoles, memberships } from '../merchants/tables.ts'
import { hasPasskeySql } from '../passkeys/passkeys.ts'
import { type Business, endStreams, evictBusinessMembers, lockBusiness } from './business.ts'
import { announceTeamChange } from './events.ts'
import { expireLostInvitations } from './lost-invitations.ts'
import { notifyOfTeamChange } from './notify.ts'
import { findMember, requireGrantable, requirePermissionsOfRole } from './roles.ts'

export const listTeamMembersHandler = async (context: MemberContext) => ({ content: await readMembers(context) })

async function readMembers({ tx, merchant, user }: MemberContext, userId?: string): Promise<TeamMember[]> {
  const rows = await tx
    .select({
      userId: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
      twoFactor: sql<boolean>`${users.totpEnabledAt} is not null or ${hasPasskeySql('user', users.id)}`,
      joinedAt: memberships.createdAt,
      role: memberships.role,
      ...roleNameColumns,
    })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(customRoles, eq(customRoles.id, memberships.customRoleId))
    .where(and(eq(memberships.merchantId, merchant.id), userId ? eq(memberships.userId, userId) : undefined))
    .orderBy(asc(memberships.createdAt), asc(users.id))
    .limit(teamLimits.members)
  const lastSeen = await findLastSeen(
    tx,
    rows.map((row) => row.userId),
  )
  return rows.map((row) => ({
    userId: row.userId,
    name: fullName(row) ?? null,
    email: row.email,
    role: toRoleName(row),
    twoFactor: row.twoFactor,
    joinedAt: row.joinedAt.toISOString(),
    lastSeenAt: lastSeen.get(row.userId)?.toISOString() ?? null,
    isYou: row.userId === user.id,
  }))
}

/** When each person was last seen, from a statement of its own: sessions belong to no business. */
async function findLastSeen(tx: Tx, userIds: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx
    .select({ userId: sessions.userId, at: max(sessions.lastSeenAt) })
    .from(sessions)
    .where(inArray(sessions.userId, [...userIds]))
    .groupBy(sessions.userId)
  return new Map(rows.flatMap(({ userId, at }) => (at ? [[userId, at]] : [])))
}

/**
 * Another member whom the caller may change: not the owner, and nobody who can do more than the caller.
 * @throws 404 member_not_found; 409 own_role, owner_fixed; 403 permission_not_yours
 */
async function requireChangeable(context: MemberContext, userId: string) {
  const { tx, merchant, user } = context
  if (userId === user.id)
    throw problem.conflict('own_role', 'You cannot change or remove yourself. Leave the team instead')
  const member = await findMember(tx, merchant.id, userId)
  if (!member) throw problem.notFound('member')
  if (member.role === 'owner') throw problem.conflict('owner_fixed', 'The owner must hand over the business first')
  await requirePermissionsOfRole(context, member.permissions)
  return member
}

/** Changes a role in one transaction; the next request of the member has it. */
export const changeMemberRoleHandler = {
  async create(context: MemberContext, { userId, role }: ParsedInput<typeof changeMemberRole>) {
    await requireConfirmation(context)
    const business = await lockBusiness(context)
    const before = await requireChangeable(context, userId)
    const { columns, name } = await requireGrantable(context, business.id, role)
    await context.tx.update(memberships).set(columns).where(ofTeamMember(business, userId))
    await expireLostInvitations(context, business.id)
    const [changed] = await readMembers(context, userId)
    if (before.name.id !== role) {
      await recordAuditEvent(context, {
        action: 'member.role_changed',
        object: changed!.email,
        before: { role: before.name.name },
        after: { role: name },
      })
      await notifyOfTeamChange(context, userId, 'Your role has changed', `You are now ${name} at ${business.name}.`)
      await announceTeamChange(context)
    }
    return { business, changed: changed! }
  },
  async finish(
    _unitOfWork: UnitOfWork<MemberContext>,
    { business, changed }: { business: Business; changed: TeamMember },
  ) {
    evictBusinessMembers(business)
    return changed
  },
}

export async function removeMemberHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { userId }: ParsedInput<typeof removeMember>,
) {
  const business = await unitOfWork.write(async (context) => {
    await requireConfirmation(context)
    const business = await lockBusiness(context)
    const member = await requireChangeable(context, userId)
    const email = await endMembership(context, business, userId)
    await recordAuditEvent(context, { action: 'member.removed', object: email, before: { role: member.name.name } })
    await notifyOfTeamChange(
      context,
      userId,
      'You were removed from a team',
      `You no longer have access to ${business.name}.`,
    )
    await announceTeamChange(context)
    return business
  })
  evictBusinessMembers(business)
}

/** Deletes the membership in both modes, and ends what is open for it. Returns the email of the former member. */
export async function endMembership(context: MemberContext, business: Business, userId: string): Promise<string> {
  const { tx } = context
  await tx.delete(memberships).where(ofTeamMember(business, userId))
  await expireLostInvitations(context, business.id)
  await endStreams(tx, userId)
  const [found] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return found!.email
}

export const ofTeamMember = ({ merchantIds }: Business, userId: string) =>
  and(eq(memberships.userId, userId), inArray(memberships.merchantId, merchantIds))
