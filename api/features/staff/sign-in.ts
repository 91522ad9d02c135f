import type { signInStaff } from '@adire/contract/back-office/staff.ts'
import { staffLimits } from '@adire/contract/back-office/staff.ts'
import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { Context, RequestOrigin } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { toNetwork } from '../../http/network.ts'
import { Problem } from '../../http/problem.ts'
import type { Runtime } from '../../runtime.ts'
import { clearAttempts, networkOfOrigin, releaseAttempts } from '../auth/attempts.ts'
import { hashToken } from '../auth/hash-token.ts'
import { attemptPassword, wrongPassword } from '../auth/sign-in.ts'
import { countPasskeys } from '../passkeys/passkeys.ts'
import { recordStaffEvent } from './events.ts'
import type { StaffRecord } from './list.ts'
import { openSession, signToken, writeFor } from './open-session.ts'
import { finishEnrolment, proveStaffCode, startEnrolment } from './second-factor.ts'
import { evictStaffSession } from './session-state.ts'
import { staff, staffSessions } from './tables.ts'

// As for users (`api/features/auth/sign-in.ts`).
const failuresOfAccount = 5
const failuresOfAddress = 50
const failuresFromAnywhere = 25
const knownMs = 90 * dayMs

/** What a sign-in leads to. `secret` is for the cookie of the session. */
export type SignInOutcome =
  | { step: 'enrol'; otpauthUrl: string; secret: string }
  | { step: 'code'; passkeys: boolean }
  | { step: 'done'; accessToken: string; recoveryCodes?: string[]; cookieSecret: string }

export const staffDeactivated = () =>
  new Problem(403, 'staff_deactivated', 'Your account was deactivated. Ask an admin of the back office')

/**
 * Checks email and password, then the second factor. A person who has none gets a secret for an authenticator app instead of a session;
 * the first right code of it ends the sign-in. There is never a session without a second factor.
 * @throws 400 invalid_grant or invalid_code, 403 staff_deactivated, 429 too_many_attempts
 */
export async function signIn(
  runtime: Runtime,
  { email, password, code }: ParsedInput<typeof signInStaff>,
  origin: RequestOrigin,
): Promise<SignInOutcome> {
  const { database, clock } = runtime
  const write = writeFor(runtime, origin)
  const network = networkOfOrigin(origin)
  const ofAccount = { key: `staff:${email}/${network}`, max: failuresOfAccount }
  const ofStrangers = [
    { key: `staff-address:${network}`, max: failuresOfAddress },
    { key: `staff-anywhere:${email}`, max: failuresFromAnywhere },
  ]
  const isKnown = await database.readPrimary((tx) => isKnownNetwork(tx, email, network, clock()))
  const { user, isRight, taken } = await attemptPassword(runtime, {
    attemptLimits: isKnown ? [ofAccount] : [ofAccount, ...ofStrangers],
    find: (tx) => tx.select().from(staff).where(eq(staff.email, email)),
    password,
    ip: origin.ip,
  })
  if (!user || !isRight) throw wrongPassword()
  if (user.deactivatedAt) throw staffDeactivated()
  // Only this attempt: the wrong ones before it count until the second factor is right. Codes have a limit of their own.
  await write(({ tx }) => releaseAttempts(tx, taken))
  if (code === undefined) {
    const enrolment = user.totpEnabledAt ? undefined : await write((context) => startEnrolment(context, user))
    if (enrolment) return { step: 'enrol', ...enrolment }
    return { step: 'code', passkeys: (await write(({ tx }) => countPasskeys(tx, { kind: 'staff', id: user.id }))) > 0 }
  }
  const proven = await proveStaffCode(write, user.id, code)
  if (!proven)
    throw new Problem(400, 'invalid_code', 'This code is wrong or was already used. Enter the code shown now')
  const { sessionId, cookieSecret, recoveryCodes } = await write(async (context) => {
    await clearAttempts(context.tx, ofAccount.key)
    return completeSignIn(context, user, proven)
  })
  const accessToken = await signToken(runtime, user.id, sessionId)
  return { step: 'done', accessToken, cookieSecret, ...(recoveryCodes && { recoveryCodes }) }
}

/** Starts a session, and ends the enrolment of the second factor if this was its first code. */
async function completeSignIn(
  context: Context,
  { id, email, name, passwordHash }: StaffRecord,
  proven: 'app' | 'recovery',
) {
  const { tx } = context
  // The account may have changed since the password was checked.
  const [person] = await tx.select().from(staff).where(eq(staff.id, id)).for('update')
  if (!person || person.deactivatedAt || person.passwordHash !== passwordHash) throw wrongPassword()
  const actor = { id, name: name ?? email }
  const recoveryCodes = await finishEnrolment(context, id)
  if (recoveryCodes) await recordStaffEvent(context, { action: 'second_factor.enabled', actor })
  else if (!person.totpEnabledAt) throw wrongPassword()
  if (proven === 'recovery') await recordStaffEvent(context, { action: 'recovery_code.used', actor })
  return { ...(await openSession(context, person)), recoveryCodes }
}

/** A new access token for the session of this cookie; undefined if it has ended, or was idle for too long. */
export async function renewAccessToken(runtime: Runtime, cookieSecret: string, origin: RequestOrigin) {
  const session = await writeFor(
    runtime,
    origin,
  )(async ({ tx, now }) => {
    const [found] = await tx
      .update(staffSessions)
      .set({ lastSeenAt: now, ip: origin.ip })
      .from(staff)
      .where(
        and(
          eq(staff.id, staffSessions.staffId),
          isNull(staff.deactivatedAt),
          eq(staffSessions.secretHash, hashToken(cookieSecret)),
          isNull(staffSessions.endedAt),
          gt(staffSessions.expiresAt, now),
          gt(staffSessions.lastSeenAt, new Date(now.getTime() - staffLimits.idleMs)),
        ),
      )
      .returning({ id: staffSessions.id, staffId: staffSessions.staffId })
    return found
  })
  return session && signToken(runtime, session.staffId, session.id)
}

/** Ends the session of this cookie. */
export async function signOut(runtime: Runtime, cookieSecret: string, origin: RequestOrigin): Promise<void> {
  const ended = await writeFor(
    runtime,
    origin,
  )(async (context) => {
    const [session] = await context.tx
      .update(staffSessions)
      .set({ endedAt: context.now, endReason: 'signed_out' })
      .from(staff)
      .where(
        and(
          eq(staff.id, staffSessions.staffId),
          eq(staffSessions.secretHash, hashToken(cookieSecret)),
          isNull(staffSessions.endedAt),
        ),
      )
      .returning({ id: staffSessions.id, staffId: staff.id, name: staff.name, email: staff.email })
    if (session) {
      const actor = { id: session.staffId, name: session.name ?? session.email }
      await recordStaffEvent(context, { action: 'session.ended', actor })
    }
    return session
  })
  if (ended) evictStaffSession(ended.id)
}

/** Whether this person has signed in from this network in the last 90 days. */
async function isKnownNetwork(tx: Tx, email: string, network: string, now: Date): Promise<boolean> {
  const seen = await tx
    .select({ ip: staffSessions.ip })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(eq(staff.email, email), gt(staffSessions.lastSeenAt, new Date(now.getTime() - knownMs))))
    .orderBy(desc(staffSessions.lastSeenAt))
    .limit(200)
  return seen.some(({ ip }) => ip !== null && toNetwork(ip) === network)
}
