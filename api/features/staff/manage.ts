import type { changeStaffRole, inviteStaff } from '@adire/contract/back-office/staff.ts'
import { staffLimits } from '@adire/contract/back-office/staff.ts'
import type { StaffMember } from '@adire/contract/back-office/staff-schemas.ts'
import { hourMs, minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { type StaffRole, staffRoleNames } from '@adire/contract/staff-permissions.ts'
import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm'
import type { Context, StaffContext } from '../../context.ts'
import type { CreationHandler } from '../../http/creation.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { consumeAttempt } from '../auth/attempts.ts'
import { announceAccessChange } from './access-events.ts'
import { recordStaffEvent, type StaffActor, toStaffActor } from './events.ts'
import { inviteStaffMember, lockStaffTable } from './invite.ts'
import { mailStaffInvitation } from './jobs.ts'
import { lockStaff, type StaffRecord, toStaffResponse } from './list.ts'
import { removeSecondFactor } from './second-factor.ts'
import { endStaffSessions, evictStaff } from './session-state.ts'
import { staff } from './tables.ts'

const isInvited = and(isNull(staff.joinedAt), isNull(staff.deactivatedAt))

type Change = (context: Context, person: StaffRecord, actor: StaffActor) => Promise<void>
type WhichStaff = { id: string } | { email: string }

/**
 * Applies one change to an account: by a person of the staff, who cannot change their own, or at the command line.
 * @throws 404 staff_member_not_found, 409 own_account, last_admin
 */
export async function changeStaff(context: Context, which: WhichStaff, actor: StaffActor, change: Change) {
  await lockStaffTable(context.tx)
  const person = await lockStaff(context.tx, which)
  if (person.id === actor.id)
    throw problem.conflict('own_account', 'You cannot change your own account. Ask another admin')
  await change(context, person, actor)
  return person
}

/** @throws 409 last_admin if nobody else can manage the staff */
async function requireOtherAdmin({ tx }: Context, { id }: StaffRecord): Promise<void> {
  const isActiveAdmin = and(eq(staff.role, 'admin'), isNotNull(staff.joinedAt), isNull(staff.deactivatedAt))
  if ((await tx.$count(staff, and(isActiveAdmin, ne(staff.id, id)))) === 0)
    throw problem.conflict('last_admin', 'This is the last admin. Make somebody else an admin first')
}

export const changeRoleTo =
  (role: StaffRole): Change =>
  async (context, person, actor) => {
    if (person.role === role) return
    if (person.role === 'admin') await requireOtherAdmin(context, person)
    await context.tx.update(staff).set({ role }).where(eq(staff.id, person.id))
    await recordStaffEvent(context, {
      action: 'staff.role_changed',
      object: person.name ?? person.email,
      before: { role: staffRoleNames[person.role] },
      after: { role: staffRoleNames[role] },
      actor,
    })
    await announceAccessChange(context, person.id)
  }

/** Ends the sessions of a person at once, and every way to sign in. */
export const deactivateStaff: Change = async (context, person, actor) => {
  if (person.deactivatedAt) return
  if (person.role === 'admin') await requireOtherAdmin(context, person)
  await context.tx
    .update(staff)
    .set({ deactivatedAt: context.realNow, invitationHash: null, invitationSentAt: null, invitationExpiresAt: null })
    .where(eq(staff.id, person.id))
  await endStaffSessions(context.tx, person.id, 'deactivated', context.realNow)
  await recordStaffEvent(context, { action: 'staff.deactivated', object: person.name ?? person.email, actor })
  await announceAccessChange(context, person.id)
}

const reactivate: Change = async (context, person, actor) => {
  if (!person.deactivatedAt) return
  await context.tx.update(staff).set({ deactivatedAt: null }).where(eq(staff.id, person.id))
  await recordStaffEvent(context, { action: 'staff.reactivated', object: person.name ?? person.email, actor })
}

/** For a person who has lost the device and the recovery codes: the next sign-in sets up a new second factor. */
export const resetSecondFactor: Change = async (context, person, actor) => {
  if (!(await removeSecondFactor(context.tx, person.id))) return
  await endStaffSessions(context.tx, person.id, 'second_factor_reset', context.realNow)
  await recordStaffEvent(context, { action: 'staff.second_factor_reset', object: person.name ?? person.email, actor })
}

/** Handler of a change that a person of the staff makes. What is cached of the changed person is dropped after the commit. */
const changing = <Input extends { id: string }>(
  changeOf: (input: Input) => Change,
): CreationHandler<StaffContext, Input, undefined, StaffMember, StaffMember> => ({
  async create(context, input) {
    await changeStaff(context, { id: input.id }, toStaffActor(context), changeOf(input))
    return toStaffResponse(context.tx, input.id, context.staff.id)
  },
  async finish(_unitOfWork, member) {
    evictStaff(member.id)
    return member
  },
})

export const changeStaffRoleHandler = changing(({ role }: ParsedInput<typeof changeStaffRole>) => changeRoleTo(role))
export const deactivateStaffHandler = changing(() => deactivateStaff)
export const reactivateStaffHandler = changing(() => reactivate)
export const resetStaffSecondFactorHandler = changing(() => resetSecondFactor)

const countInvitation = ({ tx, staff: person, realNow }: StaffContext) =>
  consumeAttempt(tx, [{ key: `staff-invitations:${person.id}`, max: staffLimits.invitationsAnHour }], realNow, hourMs)

/** Emails an invitation with a new link. */
async function mailInvitation({ tx, staff: person, realNow }: StaffContext, id: string) {
  await tx.update(staff).set({ invitationSentAt: realNow }).where(eq(staff.id, id))
  await enqueueJob(tx, mailStaffInvitation, { id, invitedBy: person.name })
}

/** Whether the link of an invitation was emailed within a minute: it is not sent again, and nothing is recorded. */
const isJustInvited = ({ realNow }: StaffContext, { invitationSentAt }: StaffRecord) =>
  invitationSentAt !== null && realNow.getTime() - invitationSentAt.getTime() < minuteMs

export async function inviteStaffHandler(context: StaffContext, input: ParsedInput<typeof inviteStaff>) {
  const { tx, staff: person } = context
  await countInvitation(context)
  await lockStaffTable(tx)
  const isSame = and(eq(staff.email, input.email), eq(staff.role, input.role), isInvited)
  const [same] = await tx.select().from(staff).where(isSame)
  if (same && isJustInvited(context, same)) return toStaffResponse(tx, same.id, person.id)
  const id = await inviteStaffMember(context, input, toStaffActor(context))
  await mailInvitation(context, id)
  return toStaffResponse(tx, id, person.id)
}

/** Sends an invitation again, with a new link. */
export async function resendStaffInvitationHandler(context: StaffContext, { id }: { id: string }) {
  await countInvitation(context)
  const person = await lockStaff(context.tx, { id })
  if (person.joinedAt || person.deactivatedAt) throw problem.notFound('staff member')
  if (!isJustInvited(context, person)) {
    await mailInvitation(context, id)
    await recordStaffEvent(context, { action: 'staff.invitation_resent', object: person.email })
  }
  return toStaffResponse(context.tx, id, context.staff.id)
}
