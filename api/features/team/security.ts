import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { setTeamSecurity } from '@adire/contract/team.ts'
import type { TeamSecurity } from '@adire/contract/team-schemas.ts'
import { and, eq, isNull, not } from 'drizzle-orm'
import type { MemberContext, UnitOfWork } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { users } from '../auth/tables.ts'
import { memberships, merchants } from '../merchants/tables.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { hasPasskeySql } from '../passkeys/passkeys.ts'
import { type Business, endStreams, evictBusinessMembers, findTestMerchantId, lockBusiness } from './business.ts'
import { announceTeamChange } from './events.ts'
import { findMember } from './roles.ts'

/** Ids of the members without a second factor. `teamLimits.members` bounds their number. */
async function listMembersWithout({ tx, merchant }: MemberContext): Promise<string[]> {
  const rows = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(
      and(eq(memberships.merchantId, merchant.id), isNull(users.totpEnabledAt), not(hasPasskeySql('user', users.id))),
    )
  return rows.map(({ id }) => id)
}

export async function getTeamSecurityHandler(context: MemberContext): Promise<TeamSecurity> {
  const [test] = await context.tx
    .select({ secondFactorRequired: merchants.secondFactorRequired })
    .from(merchants)
    .where(eq(merchants.id, await findTestMerchantId(context)))
  return {
    secondFactorRequired: test?.secondFactorRequired === true,
    membersWithout: (await listMembersWithout(context)).length,
  }
}

/** Changes whether every member needs a second factor. It takes effect at once in this process, in others within a second. */
export async function setTeamSecurityHandler(
  unitOfWork: UnitOfWork<MemberContext>,
  { secondFactorRequired }: ParsedInput<typeof setTeamSecurity>,
): Promise<TeamSecurity> {
  const { business, changed } = await unitOfWork.write(async (context) => {
    await requireConfirmation(context)
    const locked = await lockBusiness(context)
    await requireOwner(context)
    await changeRule(context, locked, secondFactorRequired)
    return { business: locked, changed: await getTeamSecurityHandler(context) }
  })
  evictBusinessMembers(business)
  return changed
}

/** @throws 409 not_the_owner */
async function requireOwner({ tx, merchant, user }: MemberContext): Promise<void> {
  const caller = await findMember(tx, merchant.id, user.id)
  if (caller?.role !== 'owner') throw problem.conflict('not_the_owner', 'Only the owner can change how members sign in')
}

/** @throws 409 second_factor_missing: the owner must not be the first to be locked out */
async function changeRule(context: MemberContext, { id }: Business, secondFactorRequired: boolean): Promise<void> {
  const { tx, merchant, user } = context
  const without = await listMembersWithout(context)
  if (secondFactorRequired && without.includes(user.id))
    throw problem.conflict('second_factor_missing', 'Set up a second factor of your own first, in your profile')
  const [changed] = await tx
    .update(merchants)
    .set({ secondFactorRequired })
    .where(and(eq(merchants.id, id), eq(merchants.secondFactorRequired, !secondFactorRequired)))
    .returning({ id: merchants.id })
  if (!changed) return
  if (secondFactorRequired) for (const member of without) await endStreams(tx, member)
  await announceTeamChange(context)
  await recordAuditEvent(context, {
    action: 'team_security.updated',
    before: { secondFactorRequired: !secondFactorRequired },
    after: { secondFactorRequired },
  })
  await sendNotification(context, merchant.id, {
    kind: 'security',
    title: secondFactorRequired ? 'A second factor is required now' : 'A second factor is no longer required',
    text: secondFactorRequired
      ? 'Every member needs a passkey or an authenticator app. If you have none, set one up at your next sign-in.'
      : `${await readActorName(context)} changed it. If no one at your business did this, contact us.`,
    path: '/settings/user-profile',
  })
}
