import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import type { PasskeyAssertion } from '@adire/contract/passkeys-schemas.ts'
import type { confirmUser } from '@adire/contract/users.ts'
import { eq } from 'drizzle-orm'
import type { UnitOfWork, UserContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { consumeAttempt, releaseAttempts } from '../auth/attempts.ts'
import { reportCopiedPasskey } from '../auth/copied-passkey.ts'
import { hasSecondFactor, proveCode } from '../auth/second-factor.ts'
import { sessions, users } from '../auth/tables.ts'
import { useAssertion } from '../passkeys/assert.ts'
import { confirmationScope } from './passkeys.ts'
import { provePassword } from './password.ts'

const maxPasskeyAttempts = 5

/**
 * Confirms the user's identity. With a second factor only that counts: somebody at an open screen may have seen the password typed.
 * A passkey or an authenticator app has recovery codes, which replace it.
 */
export async function confirmUserHandler(
  unitOfWork: UnitOfWork<UserContext>,
  { password, code, passkey }: ParsedInput<typeof confirmUser>,
) {
  const { userId, hasFactor } = await unitOfWork.write(async ({ tx, user }) => {
    const [found] = await tx.select().from(users).where(eq(users.id, user.id))
    return { userId: user.id, hasFactor: await hasSecondFactor(tx, found!) }
  })
  if (passkey) await provePasskey(unitOfWork, passkey)
  else if (hasFactor) {
    if (!code) throw problem.field('code', 'Use your passkey, or enter a code', 'code_required')
    if (!(await proveCode(unitOfWork.write, userId, code))) throw wrongCode()
  } else {
    if (!password) throw problem.field('password', messages.required)
    if (!(await provePassword(unitOfWork, password)))
      throw problem.field('password', 'The password is not correct', 'wrong_password')
  }
  await unitOfWork.write(({ tx, user, now }) =>
    tx.update(sessions).set({ confirmedAt: now }).where(eq(sessions.id, user.sessionId)),
  )
}

/**
 * Checks the assertion of one of the user's passkeys, made for this session.
 * @throws 422 passkey_rejected; 429 too_many_attempts after five rejected ones in 15 minutes
 */
async function provePasskey(unitOfWork: UnitOfWork<UserContext>, assertion: PasskeyAssertion): Promise<void> {
  const taken = await unitOfWork.write(({ tx, user, realNow }) =>
    consumeAttempt(tx, [{ key: `passkey:${user.id}`, max: maxPasskeyAttempts }], realNow),
  )
  const isProved = await unitOfWork.write(async (context) => {
    const outcome = await useAssertion(context, confirmationScope(context), assertion)
    await reportCopiedPasskey(context, outcome)
    if ('proved' in outcome) await releaseAttempts(context.tx, taken)
    return 'proved' in outcome
  })
  if (!isProved) throw problem.field('passkey', 'The passkey was not accepted. Please try again', 'passkey_rejected')
}

export const wrongCode = () =>
  problem.field('code', 'This code is wrong or was already used. Enter the code shown now', 'wrong_code')
