import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { transferOwnership } from '@adire/contract/team.ts'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { memberships } from '../merchants/tables.ts'
import { type Business, evictBusinessMembers, lockBusiness } from './business.ts'
import { announceTeamChange } from './events.ts'
import { endMembership, ofTeamMember } from './members.ts'
import { notifyOfTeamChange } from './notify.ts'
import { findMember } from './roles.ts'

/** The caller leaves. A repeated request finds no business, as any request of somebody who is no member. */
export async function leaveTeamHandler(unitOfWork: UnitOfWork<MemberContext>) {
  const business = await unitOfWork.write(async (context) => {
    const { tx, merchant, user } = context
    const business = await lockBusiness(context)
    const caller = await findMember(tx, merchant.id, user.id)
    if (!caller) throw problem.notFound('business')
    if (caller.role === 'owner')
      throw problem.conflict('owner_fixed', 'You own this business. Make somebody else the owner before you leave')
    await endMembership(context, business, user.id)
    await announceTeamChange(context)
    await recordAuditEvent(context, { action: 'member.left', object: user.email, before: { role: caller.name.name } })
    return business
  })
  evictBusinessMembers(business)
}

/** Hands the business over: the other member becomes the owner, the owner an admin, in one transaction. */
export const transferOwnershipHandler = {
  async create(context: MemberContext, { userId }: ParsedInput<typeof transferOwnership>) {
    const { tx, merchant, user } = context
    await requireConfirmation(context)
    const business = await lockBusiness(context)
    const caller = await findMember(tx, merchant.id, user.id)
    if (caller?.role !== 'owner') throw problem.conflict('not_the_owner', 'Only the owner can hand over the business')
    if (userId === user.id) throw problem.conflict('own_role', 'You are the owner already')
    if (!(await findMember(tx, merchant.id, userId))) throw problem.notFound('member')
    await tx.update(memberships).set({ role: 'admin', customRoleId: null }).where(ofTeamMember(business, user.id))
    await tx.update(memberships).set({ role: 'owner', customRoleId: null }).where(ofTeamMember(business, userId))
    const owner = await notifyOfTeamChange(
      context,
      userId,
      'You are the owner now',
      `${await readActorName(context)} handed ${business.name} over to you.`,
    )
    await recordAuditEvent(context, {
      action: 'member.owner_changed',
      object: owner,
      before: { owner: user.email },
      after: { owner },
    })
    return business
  },
  async finish(_unitOfWork: UnitOfWork<MemberContext>, business: Business) {
    evictBusinessMembers(business)
  },
}
