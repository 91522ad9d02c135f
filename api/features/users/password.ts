import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { changePassword, validatePassword } from '@adire/contract/users.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { UnitOfWork, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { clearAttempts, consumeAttempt, networkOfOrigin } from '../auth/attempts.ts'
import { endSessions, evictSessions } from '../auth/sessions.ts'
import { hashPassword, isPassword } from '../auth/sign-in.ts'
import { sessions, users } from '../auth/tables.ts'
import { notifyOfSecurityEvent } from './jobs.ts'
import { dropTokens } from './mailed.ts'

const maxPasswordAttempts = 5

/**
 * Checks the user's password; returns its hash if it is right, else undefined.
 * @throws 429 too_many_attempts after five wrong ones in 15 minutes from one network
 */
export async function provePassword(
  unitOfWork: UnitOfWork<UserContext>,
  password: string,
): Promise<string | undefined> {
  const { user, key, ip } = await unitOfWork.write(async ({ tx, user, origin, realNow }) => {
    const key = `password:${user.id}/${networkOfOrigin(origin)}`
    await consumeAttempt(tx, [{ key, max: maxPasswordAttempts }], realNow)
    const [found] = await tx.select().from(users).where(eq(users.id, user.id))
    return { user: found!, key, ip: origin.ip }
  })
  if (!(await isPassword(user.passwordHash, password, ip))) return undefined
  await unitOfWork.write(({ tx }) => clearAttempts(tx, key))
  return user.passwordHash
}

const wrongPassword = () => problem.field('currentPassword', 'This is not your current password', 'wrong_password')

export async function validatePasswordHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { currentPassword }: ParsedInput<typeof validatePassword>,
) {
  if (!(await provePassword(unitOfWork, currentPassword))) throw wrongPassword()
}

export async function changePasswordHandler(
  unitOfWork: UnitOfWork<UserContext>,
  input: ParsedInput<typeof changePassword>,
) {
  const { currentPassword, newPassword } = input
  const before = await provePassword(unitOfWork, currentPassword)
  if (!before) throw wrongPassword()
  if (newPassword === currentPassword)
    throw problem.field('newPassword', 'Choose a password different from your current one')
  const passwordHash = await hashPassword(newPassword)
  const ended = await unitOfWork.write(async (context) => {
    const { tx, user, now } = context
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, before)))
      .returning({ id: users.id })
    // The password was changed in the meantime by another request.
    if (changed.length === 0) throw wrongPassword()
    await dropTokens(context, user.id, 'reset_password')
    await recordAuditEvent(context, { action: 'password.changed' })
    await notifyOfSecurityEvent(context, user.id, 'password_changed')
    const others = [eq(sessions.userId, user.id), ne(sessions.id, user.sessionId)]
    return endSessions(tx, others, 'password_changed', now)
  })
  evictSessions(ended)
}
