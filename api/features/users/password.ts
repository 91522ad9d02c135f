import type { Parsed } from '@adire/contract/endpoint.ts'
import type { changePassword, validatePassword } from '@adire/contract/users.ts'
import { and, eq, ne } from 'drizzle-orm'
import type { Steps, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { record } from '../audit/audit.ts'
import { forgiveTries, networkOfOrigin, takeTry } from '../auth/attempts.ts'
import { endSessions, forgetAll } from '../auth/sessions.ts'
import { hashPassword, isPassword } from '../auth/sign-in.ts'
import { sessions } from '../auth/tables.ts'
import { tellOfSecurity } from './jobs.ts'
import { dropTokens } from './mailed.ts'
import { users } from './tables.ts'

const triesOfPassword = 5

/** Answers the hash of the user's password where it is this one, else undefined. Five wrong ones in 15 minutes, from one address. */
export async function provePassword(steps: Steps<UserContext>, password: string): Promise<string | undefined> {
  const { user, key, ip } = await steps.write(async ({ tx, user, origin, realNow }) => {
    const key = `password:${user.id}/${networkOfOrigin(origin)}`
    await takeTry(tx, [{ key, most: triesOfPassword }], realNow)
    const [found] = await tx.select().from(users).where(eq(users.id, user.id))
    return { user: found!, key, ip: origin.ip }
  })
  if (!(await isPassword(user.passwordHash, password, ip))) return undefined
  await steps.write(({ tx }) => forgiveTries(tx, key))
  return user.passwordHash
}

const wrongPassword = () => problem.field('currentPassword', 'This is not your current password', 'wrong_password')

export async function validate(steps: Steps<UserContext>, { currentPassword }: Parsed<typeof validatePassword>) {
  if (!(await provePassword(steps, currentPassword))) throw wrongPassword()
}

export async function change(steps: Steps<UserContext>, input: Parsed<typeof changePassword>) {
  const { currentPassword, newPassword } = input
  const before = await provePassword(steps, currentPassword)
  if (!before) throw wrongPassword()
  if (newPassword === currentPassword)
    throw problem.field('newPassword', 'Choose a password other than the one you have')
  const passwordHash = await hashPassword(newPassword)
  const ended = await steps.write(async (context) => {
    const { tx, user, now } = context
    const changed = await tx
      .update(users)
      .set({ passwordHash })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, before)))
      .returning({ id: users.id })
    // It was changed meanwhile, from elsewhere.
    if (changed.length === 0) throw wrongPassword()
    await dropTokens(context, user.id, 'reset_password')
    await record(context, { action: 'password.changed' })
    await tellOfSecurity(context, user.id, 'password_changed')
    const others = [eq(sessions.userId, user.id), ne(sessions.id, user.sessionId)]
    return endSessions(tx, others, 'password_changed', now)
  })
  forgetAll(ended)
}
