import { unverifiedDescription } from '@adire/contract/auth.ts'
import { PasskeyAssertion } from '@adire/contract/passkeys-schemas.ts'
import { eq } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { type AssertionOutcome, useAssertion } from '../passkeys/assert.ts'
import { findPasskey } from '../passkeys/passkeys.ts'
import { clearAttempts, consumeAttempt, releaseAttempts } from './attempts.ts'
import { reportCopiedPasskey } from './copied-passkey.ts'
import { type Proven, toProven } from './sign-in.ts'
import { countFailureOfNobody, findSignInLimits } from './sign-in-attempts.ts'
import { users } from './tables.ts'

/**
 * Checks the assertion of a sign-in with a passkey; returns the subject of a new session. A passkey verifies its user (by PIN,
 * fingerprint or face), so it needs neither password nor code. Failures count like wrong passwords.
 * @throws 429 `too_many_attempts`, 400 `invalid_grant`
 */
export async function checkPasskey(
  runtime: Runtime,
  assertion: string | undefined,
  origin: RequestOrigin,
): Promise<Proven> {
  const parsed = parseAssertion(assertion)
  const user = parsed && (await findOwner(runtime, parsed.id))
  if (!user) {
    await countFailureOfNobody(runtime, origin)
    throw notAccepted()
  }
  const { database, clock } = runtime
  const { ofAccount, attemptLimits } = await findSignInLimits(runtime, user.email, origin)
  const taken = await database.write((tx) => consumeAttempt(tx, attemptLimits, clock()))
  const outcome = await checkAssertion(runtime, parsed, origin)
  if (!('proved' in outcome) || outcome.proved.ownerId !== user.id) throw notAccepted()
  if (!user.emailVerifiedAt) throw new Problem(400, 'invalid_grant', unverifiedDescription)
  await database.write(async (tx) => {
    await releaseAttempts(tx, taken)
    await clearAttempts(tx, ofAccount.key)
  })
  return toProven(user, { passkeyId: outcome.proved.id })
}

const notAccepted = () =>
  new Problem(400, 'invalid_grant', 'This passkey was not accepted. Try again, or sign in with your password')

/** The assertion in a form field; undefined if it is not one. */
function parseAssertion(text: string | undefined): PasskeyAssertion | undefined {
  try {
    return PasskeyAssertion.parse(JSON.parse(text ?? ''))
  } catch {
    return undefined
  }
}

const findOwner = ({ database }: Runtime, credentialId: string) =>
  database.readPrimary(async (tx) => {
    const passkey = await findPasskey(tx, 'user', credentialId)
    if (!passkey) return undefined
    const [user] = await tx.select().from(users).where(eq(users.id, passkey.ownerId))
    return user
  })

const checkAssertion = (
  { database, clock, config, vault }: Runtime,
  assertion: PasskeyAssertion,
  origin: RequestOrigin,
): Promise<AssertionOutcome> =>
  database.write(async (tx) => {
    const now = clock()
    const context: Context = { tx, mode: 'TEST', now, realNow: now, config, vault, origin }
    const outcome = await useAssertion(context, { purpose: 'sign_in', ownerKind: 'user' }, assertion)
    await reportCopiedPasskey(context, outcome)
    return outcome
  })
