import type { changeStaffPassword, requestStaffReset, resetStaffPassword } from '@adire/contract/back-office/staff.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context, StaffContext, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { CreationHandler } from '../../http/creation.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob, keyOfMinute } from '../../jobs/queue.ts'
import { clearAttempts, consumeAttempt, networkOfOrigin, unauthenticatedLimits } from '../auth/attempts.ts'
import { hashToken } from '../auth/hash-token.ts'
import { hashPassword, isPassword } from '../auth/sign-in.ts'
import { recordStaffEvent } from './events.ts'
import { mailStaff, mailStaffReset } from './jobs.ts'
import { endStaffSessions, evictStaff } from './session-state.ts'
import { staff } from './tables.ts'

const passwordsIn15Minutes = 5

interface NewPassword {
  /** Hash of the password that was right. */
  before: string
  passwordHash: string
}

const wrongPassword = () => problem.field('currentPassword', 'This is not your current password', 'wrong_password')

/** Changes the person's own password and ends their other sessions. Throws wrong_password (422), too_many_attempts (429). */
export const changeStaffPasswordHandler: CreationHandler<
  StaffContext,
  ParsedInput<typeof changeStaffPassword>,
  NewPassword,
  { staffId: string },
  undefined
> = {
  async prepare(unitOfWork, { currentPassword, newPassword }) {
    const before = await proveStaffPassword(unitOfWork, currentPassword)
    if (!before) throw wrongPassword()
    if (newPassword === currentPassword)
      throw problem.field('newPassword', 'Choose a password different from your current one')
    return { before, passwordHash: await hashPassword(newPassword) }
  },
  async create(context, _input, { before, passwordHash }) {
    const { tx, staff: person, realNow } = context
    const changed = await tx
      .update(staff)
      .set({ passwordHash, resetHash: null, resetExpiresAt: null })
      .where(and(eq(staff.id, person.id), eq(staff.passwordHash, before)))
      .returning({ id: staff.id })
    // Another request has changed the password in the meantime.
    if (changed.length === 0) throw wrongPassword()
    await endStaffSessions(tx, person.id, 'password_changed', realNow, person.sessionId)
    await recordStaffEvent(context, { action: 'password.changed' })
    await notifyOfPassword(tx, person.id, 'Your password was changed')
    return { staffId: person.id }
  },
  async finish(_unitOfWork, { staffId }) {
    evictStaff(staffId)
    return undefined
  },
}

/** Checks the person's password. Returns its hash if it is right. */
async function proveStaffPassword(unitOfWork: UnitOfWork<StaffContext>, password: string): Promise<string | undefined> {
  const { hash, key, ip } = await unitOfWork.write(async ({ tx, staff: person, origin, realNow }) => {
    const key = `staff-password:${person.id}/${networkOfOrigin(origin)}`
    await consumeAttempt(tx, [{ key, max: passwordsIn15Minutes }], realNow)
    const [found] = await tx.select({ hash: staff.passwordHash }).from(staff).where(eq(staff.id, person.id))
    return { hash: found?.hash, key, ip: origin.ip }
  })
  if (!hash || !(await isPassword(hash, password, ip))) return undefined
  await unitOfWork.write(({ tx }) => clearAttempts(tx, key))
  return hash
}

const notifyOfPassword = (tx: Tx, staffId: string, subject: string) =>
  enqueueJob(tx, mailStaff, {
    staffId,
    subject,
    text: 'Your other sessions have ended. If it was not you, tell an admin of the back office at once.',
    action: { label: 'Open the back office', path: '/account' },
  })

/** Emails a link for a new password. The response is the same for an email without an account. */
export async function requestStaffResetHandler(
  { tx, origin, realNow }: Context,
  { email }: ParsedInput<typeof requestStaffReset>,
): Promise<void> {
  await consumeAttempt(tx, unauthenticatedLimits('staff-reset', email, origin), realNow)
  const [person] = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.email, email), isNotNull(staff.joinedAt), isNull(staff.deactivatedAt)))
  if (person) await enqueueJob(tx, mailStaffReset, { staffId: person.id }, { key: keyOfMinute(person.id, realNow) })
}

async function findResetting({ tx, realNow }: Context, token: string) {
  const [found] = await tx
    .select()
    .from(staff)
    .where(
      and(
        eq(staff.resetHash, hashToken(token)),
        gt(staff.resetExpiresAt, realNow),
        isNotNull(staff.joinedAt),
        isNull(staff.deactivatedAt),
      ),
    )
    .for('update')
  if (!found) throw problem.field('token', 'This link is not valid any more. Ask for a new one', 'invitation_not_valid')
  return found
}

/**
 * Sets a new password by the link of the email, once, and ends every session. The second factor stays: who reads the emails of a person
 * does not get in.
 * @throws 422 invitation_not_valid
 */
export async function resetStaffPasswordHandler(
  unitOfWork: UnitOfWork,
  { token, newPassword }: ParsedInput<typeof resetStaffPassword>,
) {
  const ip = await unitOfWork.write(async ({ tx, origin, realNow }) => {
    await consumeAttempt(tx, unauthenticatedLimits('staff-reset-link', undefined, origin), realNow)
    return origin.ip
  })
  await unitOfWork.write((context) => findResetting(context, token))
  const passwordHash = await hashPassword(newPassword, ip)
  const { id, email } = await unitOfWork.write(async (context) => {
    const { tx, realNow, origin } = context
    const person = await findResetting(context, token)
    await tx.update(staff).set({ passwordHash, resetHash: null, resetExpiresAt: null }).where(eq(staff.id, person.id))
    await endStaffSessions(tx, person.id, 'password_reset', realNow)
    await clearAttempts(tx, `staff:${person.email}/${networkOfOrigin(origin)}`)
    await recordStaffEvent(context, {
      action: 'password.reset',
      actor: { id: person.id, name: person.name ?? person.email },
    })
    await notifyOfPassword(tx, person.id, 'Your password was reset')
    return person
  })
  evictStaff(id)
  return { email }
}
