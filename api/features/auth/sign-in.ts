import { codeRequired, codeWrong, type SecondFactor, unverifiedDescription } from '@adire/contract/auth.ts'
import argon2 from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { createGate } from '../../http/gate.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { countPasskeys, lockPasskey } from '../passkeys/passkeys.ts'
import { type AttemptLimit, clearAttempts, consumeAttempt, releaseAttempts } from './attempts.ts'
import { announceUnusualSignIn } from './events.ts'
import { notifyOfPasswordGuessing } from './guessing.ts'
import { isNewDevice } from './new-device.ts'
import { proveCode } from './second-factor.ts'
import { startSession } from './sessions.ts'
import { findSignInLimits } from './sign-in-attempts.ts'
import { sessions, users } from './tables.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * Limits concurrent password hashes. A hash takes one core for 60 ms and 19 MB. Two at once leave threads for file access and
 * DNS lookups; 64 waiting hashes take some two seconds.
 */
const hashing = createGate({ running: 2, runningEach: 2, waiting: 64, waitingEach: 8, waitMs: 5_000 })

/**
 * Hashes a password with Argon2. `ip` is the address of the caller, if known.
 * @throws 429 too_many_requests if that network has too many hashes waiting; 503 busy if the whole queue is full
 */
export const hashPassword = (password: string, ip?: string | null) =>
  hashing.run(ip === undefined ? [] : [toNetwork(ip)], () => argon2.hash(password, cost))
/** Whether the password matches the hash; queues and throws like `hashPassword`. */
export const isPassword = (passwordHash: string, password: string, ip?: string | null) =>
  hashing.run(ip === undefined ? [] : [toNetwork(ip)], () => argon2.verify(passwordHash, password.slice(0, 200)))

// Dummy hash to compare with when the account does not exist, so that the response time does not reveal that.
const nobody = hashPassword('nobody')

export const wrongPassword = () => new Problem(400, 'invalid_grant', 'The email or the password is not correct')

interface SignIn {
  email: string
  password: string
  /** The second factor, if it was requested. */
  code: string | undefined
}

/** What was checked: the password with this hash, or a passkey. A session starts only while it is still the user's. */
export type SignInProof = { passwordHash: string } | { passkeyId: string }

/** A user who may sign in. */
export interface Proven {
  id: string
  email: string
  sessionId: string
  proof: SignInProof
}

/** A right password, without the second factor that the user has. */
export class SecondFactorRequired extends Problem {
  factors: readonly SecondFactor[]

  constructor(factors: readonly SecondFactor[]) {
    const message = factors.includes('code')
      ? 'Enter the code your authenticator app shows'
      : 'Use your passkey, or enter a recovery code'
    super(400, codeRequired, message)
    this.factors = factors
  }
}

/**
 * Checks email, password and second factor; returns the subject of a new session. Failures are limited (`findSignInLimits`).
 * @throws 429 `too_many_attempts`, 400 `invalid_grant`, `mfa_required` or `invalid_code`
 */
export async function checkPassword(
  runtime: Runtime,
  { email, password, code }: SignIn,
  origin: RequestOrigin,
): Promise<Proven> {
  const { database } = runtime
  const { ofAccount, attemptLimits } = await findSignInLimits(runtime, email, origin)
  const find = (tx: Tx) => tx.select().from(users).where(eq(users.email, email))
  const { user, isRight, taken } = await attemptPassword(runtime, { attemptLimits, find, password, ip: origin.ip })
  if (!user || !isRight) {
    await notifyOfPasswordGuessing(runtime, email, user, origin)
    throw wrongPassword()
  }
  const signInError = await findSignInError(runtime, user, code)
  // The counter is reset only after full sign-in, so that the password alone does not give more attempts at codes.
  if (signInError?.code !== codeWrong) await database.write((tx) => releaseAttempts(tx, taken))
  if (signInError) throw signInError
  await database.write((tx) => clearAttempts(tx, ofAccount.key))
  return toProven(user, { passwordHash: user.passwordHash })
}

interface PasswordAttempt<User> {
  attemptLimits: readonly AttemptLimit[]
  /** The account, with its password hash. */
  find(tx: Tx): Promise<User[]>
  password: string
  ip: string | null
}

/**
 * Compares a password with that of the account, if there is one: the time it takes does not reveal that. The attempt is counted first;
 * `taken` names it for `releaseAttempts`.
 * @throws 429 too_many_attempts
 */
export async function attemptPassword<User extends { passwordHash: string | null }>(
  { database, clock }: Runtime,
  { attemptLimits, find, password, ip }: PasswordAttempt<User>,
): Promise<{ user: User | undefined; isRight: boolean; taken: string[] }> {
  const taken = await database.write((tx) => consumeAttempt(tx, attemptLimits, clock()))
  const [user] = await database.readPrimary(find)
  const isSame = await isPassword(user?.passwordHash ?? (await nobody), password, ip).catch(async (error) => {
    // The password was not compared, so the attempt does not count.
    await database.write((tx) => releaseAttempts(tx, taken))
    throw error
  })
  return { user, isRight: isSame && Boolean(user?.passwordHash), taken }
}

/** The subject of a new session of this user. */
export const toProven = ({ id, email }: { id: string; email: string }, proof: SignInProof): Proven => ({
  id,
  email,
  sessionId: crypto.randomUUID(),
  proof,
})

/** The reason to reject a sign-in although the password is right. */
async function findSignInError(
  { database, vault, clock }: Runtime,
  { id, emailVerifiedAt, totpEnabledAt }: typeof users.$inferSelect,
  code: string | undefined,
): Promise<Problem | undefined> {
  if (!emailVerifiedAt) return new Problem(400, 'invalid_grant', unverifiedDescription)
  const hasPasskey = (await database.readPrimary((tx) => countPasskeys(tx, { kind: 'user', id }))) > 0
  if (!totpEnabledAt && !hasPasskey) return undefined
  if (!code)
    return new SecondFactorRequired([
      ...(hasPasskey ? (['passkey'] as const) : []),
      ...(totpEnabledAt ? (['code'] as const) : []),
      'recovery_code',
    ])
  const isRight = await proveCode(
    (callback) => database.write((tx) => callback({ tx, vault, now: clock() })),
    id,
    code.slice(0, 40),
  )
  return isRight
    ? undefined
    : new Problem(400, codeWrong, 'This code is wrong or was already used. Enter the code shown now')
}

/** Starts a session and records the sign-in; notifies the user if the device is new. */
export async function completeSignIn(context: Context, { proof, ...user }: Proven) {
  const { tx, origin, now } = context
  // Reject if the password was changed, or the passkey removed, after it was checked: that has ended only the sessions that existed then.
  const [found] = await tx.select().from(users).where(eq(users.id, user.id)).for('share')
  const isSame =
    'passkeyId' in proof ? await lockPasskey(tx, proof.passkeyId) : found?.passwordHash === proof.passwordHash
  if (!found || !isSame) throw wrongPassword()
  const isNew = await isNewDevice(
    context,
    { table: sessions, owner: sessions.userId, userAgent: sessions.userAgent },
    user.id,
  )
  await startSession(tx, user, origin, now)
  await recordAuditEvent(context, {
    action: 'session.started',
    userId: user.id,
    actor: { kind: 'user', name: user.email },
    object: describeDevice(origin.userAgent),
    ...('passkeyId' in proof && { after: { method: 'Passkey' } }),
  })
  if (isNew) await announceUnusualSignIn(context, user.id, 'new_device')
}
