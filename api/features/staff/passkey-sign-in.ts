import type { signInStaffByPasskey } from '@adire/contract/back-office/staff-passkeys.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { eq } from 'drizzle-orm'
import type { RequestOrigin } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { consumeAttempt, networkOfOrigin, releaseAttempts } from '../auth/attempts.ts'
import { useAssertion } from '../passkeys/assert.ts'
import { lockPasskey } from '../passkeys/passkeys.ts'
import { openSession, signToken, writeFor } from './open-session.ts'
import { reportCopiedStaffPasskey } from './passkeys.ts'
import { staffDeactivated } from './sign-in.ts'
import { staff } from './tables.ts'

const failuresOfNetwork = 50

/**
 * Signs in with a passkey, which verifies its user (by PIN, fingerprint or face) and so is two factors.
 * @throws 400 invalid_grant, 403 staff_deactivated, 429 too_many_attempts
 */
export async function signInByPasskey(
  runtime: Runtime,
  { passkey: assertion }: ParsedInput<typeof signInStaffByPasskey>,
  origin: RequestOrigin,
) {
  const write = writeFor(runtime, origin)
  const limit = { key: `staff-passkey:${networkOfOrigin(origin)}`, max: failuresOfNetwork }
  const taken = await write(({ tx, now }) => consumeAttempt(tx, [limit], now))
  // Committed also when it is rejected: the challenge is used up.
  const outcome = await write(async (context) => {
    const result = await useAssertion(context, { purpose: 'sign_in', ownerKind: 'staff' }, assertion)
    await reportCopiedStaffPasskey(context, result)
    return result
  })
  if (!('proved' in outcome)) throw notAccepted()
  const { id: passkeyId, ownerId } = outcome.proved
  const { sessionId, cookieSecret } = await write(async (context) => {
    const [person] = await context.tx.select().from(staff).where(eq(staff.id, ownerId)).for('update')
    // A reset of the second factor meanwhile removes the passkey.
    if (!person || !(await lockPasskey(context.tx, passkeyId))) throw notAccepted()
    if (person.deactivatedAt) throw staffDeactivated()
    await releaseAttempts(context.tx, taken)
    return openSession(context, person)
  })
  return { step: 'done' as const, accessToken: await signToken(runtime, ownerId, sessionId), cookieSecret }
}

const notAccepted = () =>
  new Problem(400, 'invalid_grant', 'This passkey was not accepted. Try again, or sign in with your password')
