import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import type { confirmUser } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import type { UnitOfWork, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { proveCode } from '../auth/second-factor.ts'
import { sessions, users } from '../auth/tables.ts'
import { provePassword } from './password.ts'

/** Confirms the user's identity. With two-factor authentication on, only a code counts: somebody at an open screen may have seen the password typed. */
export async function confirmUserHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { password, code }: ParsedInput<typeof confirmUser>,
) {
  const user = await unitOfWork.write(async ({ tx, user }) => {
    const [found] = await tx.select().from(users).where(eq(users.id, user.id))
    return found!
  })
  if (user.totpEnabledAt) {
    if (!code) throw problem.field('code', 'Enter the code your authenticator app shows', 'code_required')
    if (!(await proveCode(unitOfWork.write, user.id, code))) throw wrongCode()
  } else {
    if (!password) throw problem.field('password', messages.required)
    if (!(await provePassword(unitOfWork, password)))
      throw problem.field('password', 'The password is not correct', 'wrong_password')
  }
  await unitOfWork.write(({ tx, user, now }) =>
    tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, user.sessionId)),
  )
}

export const wrongCode = () =>
  problem.field('code', 'This code is wrong or was already used. Enter the code shown now', 'wrong_code')
