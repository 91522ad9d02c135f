import { type acceptStaffInvitation, staffLimits, type viewStaffInvitation } from '@adire/contract/back-office/staff.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { StaffRole } from '@adire/contract/staff-permissions.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { lockName } from '../../database/lock-name.ts'
import { problem } from '../../http/problem.ts'
import { consumeAttempt, unauthenticatedLimits } from '../auth/attempts.ts'
import { hashToken } from '../auth/hash-token.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { randomToken } from '../users/jobs.ts'
import { recordStaffEvent, type StaffActor } from './events.ts'
import { staff } from './tables.ts'

/** Locks the table of accounts against another change of who is an admin, or of how many people there are. */
export const lockStaffTable = (tx: Tx) => lockName(tx, 'staff')

/**
 * Stores an invitation, without its link. For an invited person who has not joined, it changes the role.
 * @returns the id of the account
 * @throws 422 staff_exists, validation_error
 */
export async function inviteStaffMember(
  context: Context,
  { email, role }: { email: string; role: StaffRole },
  actor: StaffActor,
): Promise<string> {
  const { tx, realNow: now } = context
  await lockStaffTable(tx)
  const [known] = await tx.select().from(staff).where(eq(staff.email, email)).for('update')
  if (known?.joinedAt || known?.deactivatedAt)
    throw problem.field('email', 'This person has an account already', 'staff_exists')
  if (!known && (await tx.$count(staff)) >= staffLimits.people)
    throw problem.field('email', `The back office can have at most ${staffLimits.people} people`)
  const [{ id } = { id: '' }] = await tx
    .insert(staff)
    .values({ email, role, createdAt: now })
    .onConflictDoUpdate({ target: staff.email, set: { role } })
    .returning({ id: staff.id })
  await recordStaffEvent(context, { action: 'staff.invited', object: email, after: { role }, actor })
  return id
}

/** A new link for an invited person, as the token in it. Only its hash is stored; an earlier link stops working. */
export async function createInvitationToken({ tx, realNow: now }: Context, id: string): Promise<string> {
  const token = randomToken()
  await tx
    .update(staff)
    .set({
      invitationHash: hashToken(token),
      invitationSentAt: now,
      invitationExpiresAt: new Date(now.getTime() + staffLimits.invitationDays * dayMs),
    })
    .where(and(eq(staff.id, id), isNull(staff.joinedAt), isNull(staff.deactivatedAt)))
  return token
}

export const invitationUrl = (publicUrl: string, token: string) => `${publicUrl}/operator/invitation/${token}`

const countRequest = (unitOfWork: UnitOfWork) =>
  unitOfWork.write(({ tx, origin, realNow }) =>
    consumeAttempt(tx, unauthenticatedLimits('staff-invitation', undefined, origin), realNow),
  )

async function findInvited({ tx, realNow }: Context, token: string) {
  const [found] = await tx
    .select()
    .from(staff)
    .where(
      and(
        eq(staff.invitationHash, hashToken(token)),
        gt(staff.invitationExpiresAt, realNow),
        isNull(staff.joinedAt),
        isNull(staff.deactivatedAt),
      ),
    )
    .for('update')
  return found
}

export async function viewStaffInvitationHandler(
  unitOfWork: UnitOfWork,
  { token }: ParsedInput<typeof viewStaffInvitation>,
) {
  await countRequest(unitOfWork)
  const found = await unitOfWork.write((context) => findInvited(context, token))
  return { isOpen: found !== undefined, email: found?.email ?? null, role: found?.role ?? null }
}

const notUsable = () =>
  problem.field('token', 'This link is not valid any more. Ask for a new invitation', 'invitation_not_valid')

/**
 * Sets name and password of an invited person. The first sign-in then sets up the second factor.
 * @throws 422 invitation_not_valid
 */
export async function acceptStaffInvitationHandler(
  unitOfWork: UnitOfWork,
  { token, name, password }: ParsedInput<typeof acceptStaffInvitation>,
) {
  await countRequest(unitOfWork)
  const ip = await unitOfWork.write(async (context) => {
    if (!(await findInvited(context, token))) throw notUsable()
    return context.origin.ip
  })
  const passwordHash = await hashPassword(password, ip)
  return unitOfWork.write(async (context) => {
    const person = await findInvited(context, token)
    if (!person) throw notUsable()
    const { id, email } = person
    await context.tx
      .update(staff)
      .set({ name, passwordHash, joinedAt: context.realNow, invitationHash: null, invitationExpiresAt: null })
      .where(eq(staff.id, id))
    await recordStaffEvent(context, { action: 'staff.joined', object: email, actor: { id, name } })
    return { email }
  })
}
