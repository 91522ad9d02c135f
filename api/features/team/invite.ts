import { dayMs, hourMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type inviteMember, type resendInvitation, type revokeInvitation, teamLimits } from '@adire/contract/team.ts'
import type { Invitation } from '@adire/contract/team-schemas.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { requireConfirmation } from '../auth/confirmation.ts'
import { users } from '../auth/tables.ts'
import { fullName, toRoleName } from '../merchants/member-roles.ts'
import { memberships } from '../merchants/tables.ts'
import { findTestMerchantId, lockBusiness } from './business.ts'
import { isInvitation, isOpen, selectInvitations } from './find-invitations.ts'
import { mailInvitation } from './jobs.ts'
import { requireGrantable } from './roles.ts'
import { invitations } from './tables.ts'

export async function listInvitationsHandler(context: MemberContext) {
  return { content: await readInvitations(context, await findTestMerchantId(context)) }
}

async function readInvitations({ tx }: MemberContext, businessId: string, id?: string): Promise<Invitation[]> {
  const rows = await selectInvitations(tx)
    .where(and(eq(invitations.merchantId, businessId), isOpen, id ? eq(invitations.id, id) : undefined))
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(teamLimits.invitations)
  return rows.map(({ inviter, ...row }) => ({
    id: row.id,
    email: row.email,
    role: toRoleName(row),
    invitedBy: fullName(inviter) ?? inviter.email,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

const expiry = (now: Date) => new Date(now.getTime() + teamLimits.invitationDays * dayMs)

/** Stores an invitation and enqueues its email. Two requests at once for one address: the second finds the first. */
export async function inviteMemberHandler(
  context: MemberContext,
  { email, role }: ParsedInput<typeof inviteMember>,
): Promise<Invitation> {
  const { tx, user, realNow } = context
  await requireConfirmation(context)
  const business = await lockBusiness(context)
  const { columns, name } = await requireGrantable(context, business.id, role)
  const [member] = await tx
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(eq(memberships.merchantId, business.id), eq(users.email, email)))
  if (member) throw problem.field('email', 'This person is in the team already', 'member_exists')
  const ofBusiness = and(eq(invitations.merchantId, business.id), isOpen)
  if ((await tx.$count(invitations, and(ofBusiness, eq(invitations.email, email)))) > 0)
    throw problem.field(
      'email',
      'This person has an invitation already. Send it again from the list',
      'invitation_open',
    )
  const places =
    (await tx.$count(memberships, eq(memberships.merchantId, business.id))) + (await tx.$count(invitations, ofBusiness))
  if (places >= teamLimits.members)
    throw problem.conflict('team_full', `A team can have at most ${teamLimits.members} members and invitations`)
  await countInvitation(context, business.id)
  const [added] = await tx
    .insert(invitations)
    .values({
      merchantId: business.id,
      email,
      ...columns,
      invitedBy: user.id,
      createdAt: realNow,
      sentAt: realNow,
      expiresAt: expiry(realNow),
    })
    .returning({ id: invitations.id })
  await enqueueJob(tx, mailInvitation, { merchantId: business.id, id: added!.id, sentAt: realNow.toISOString() })
  await recordAuditEvent(context, { action: 'member.invited', object: email, after: { role: name } })
  const [invitation] = await readInvitations(context, business.id, added!.id)
  return invitation!
}

/** @throws 429 too_many_attempts: every invitation is an email to somebody who may not know the business */
const countInvitation = ({ tx, realNow }: MemberContext, businessId: string) =>
  consumeAttempt(tx, [{ key: `invitations:${businessId}`, max: teamLimits.invitationsAnHour }], realNow, hourMs)

async function requireOpen({ tx }: MemberContext, businessId: string, id: string) {
  const [found] = await tx
    .select()
    .from(invitations)
    .where(and(isInvitation(businessId, id), isOpen))
    .for('update')
  if (!found) throw problem.notFound('invitation')
  return found
}

/** Sends a new link, now as an invitation of the caller. The old one stops working at once. */
export async function resendInvitationHandler(
  context: MemberContext,
  { id }: ParsedInput<typeof resendInvitation>,
): Promise<Invitation> {
  const { tx, user, realNow } = context
  const business = await lockBusiness(context)
  const found = await requireOpen(context, business.id, id)
  await requireGrantable(context, business.id, found.role === 'owner' ? 'admin' : (found.role ?? found.customRoleId!))
  await countInvitation(context, business.id)
  await tx
    .update(invitations)
    .set({ tokenHash: null, invitedBy: user.id, sentAt: realNow, expiresAt: expiry(realNow) })
    .where(isInvitation(business.id, id))
  await enqueueJob(tx, mailInvitation, { merchantId: business.id, id, sentAt: realNow.toISOString() })
  await recordAuditEvent(context, { action: 'member.invitation_resent', object: found.email })
  const [invitation] = await readInvitations(context, business.id, id)
  return invitation!
}

export async function revokeInvitationHandler(context: MemberContext, { id }: ParsedInput<typeof revokeInvitation>) {
  const { tx, realNow } = context
  const business = await lockBusiness(context)
  const found = await requireOpen(context, business.id, id)
  await tx.update(invitations).set({ revokedAt: realNow, tokenHash: null }).where(isInvitation(business.id, id))
  await recordAuditEvent(context, { action: 'member.invitation_revoked', object: found.email })
}
