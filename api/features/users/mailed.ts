import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { forgotPassword, resendVerificationEmail, resetPassword, verifyEmail } from '@adire/contract/users.ts'
import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Context, UnitOfWork } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob, keyOfMinute } from '../../jobs/queue.ts'
import { revokeSecretKeys } from '../api-keys/revoke-all.ts'
import { type Actor, recordAuditEvent } from '../audit/audit.ts'
import { consumeAttempt, unauthenticatedLimits } from '../auth/attempts.ts'
import { forgiveAfterReset } from '../auth/guessing.ts'
import { hashToken } from '../auth/hash-token.ts'
import { evictApiKey } from '../auth/key-state.ts'
import { endSessions, evictSessions } from '../auth/sessions.ts'
import { hashPassword, isPassword } from '../auth/sign-in.ts'
import { sessions, users } from '../auth/tables.ts'
import { listMemberRecords } from '../merchants/member-roles.ts'
import { memberships } from '../merchants/tables.ts'
import { switchOffEndpoints } from '../webhooks/switch-off.ts'
import { mailPasswordReset, mailVerification, notifyOfSecurityEvent } from './jobs.ts'
import { applyRegistration, dropRegistrations, listRegistrations, type RegistrationRecord } from './registrations.ts'
import { emailTokens, registrations } from './tables.ts'

/**
 * Verifies an email with the link of one registration: the account gets the password and business of that registration. If the
 * email was registered more than once, the password is required too, because somebody else may have caused this email.
 * @throws 422 token_not_valid, password_required, wrong_password; 409 email_already_verified for a link of a verified email
 */
export async function verifyEmailHandler(unitOfWork: UnitOfWork, { token, password }: ParsedInput<typeof verifyEmail>) {
  await countRequest(unitOfWork, 'verify-email')
  const { registration, all, ip } = await unitOfWork.write(async ({ tx, now, origin }) => {
    const [found] = await tx
      .select({ registration: registrations })
      .from(emailTokens)
      .innerJoin(registrations, eq(registrations.id, emailTokens.registrationId))
      .where(usableTokenCondition('verify_email', token, now))
    if (!found) throw await notVerifying(tx, token)
    return { ...found, all: await listRegistrations(tx, found.registration.userId), ip: origin.ip }
  })
  if (all.length > 1) await provePassword(registration, password, ip)
  await unitOfWork.write(async (context) => {
    const userId = await useToken(context, 'verify_email', token)
    if (!userId) throw await notVerifying(context.tx, token)
    await applyRegistration(context.tx, userId, registration)
    await confirmAddress(context, userId)
  })
}

async function provePassword({ passwordHash }: RegistrationRecord, password: string | undefined, ip: string | null) {
  const message =
    'This email was registered more than once. Enter the password you chose, to show that this link is yours.'
  if (password === undefined) throw problem.field('password', message, 'password_required')
  if (await isPassword(passwordHash, password, ip)) return
  const wrong = 'This is not the password of this registration. Open the link in your other email, or register again.'
  throw problem.field('password', wrong, 'wrong_password')
}

/** Counts the attempt in a separate transaction, so that an invalid token does not roll it back. */
const countRequest = (unitOfWork: UnitOfWork, what: string) =>
  unitOfWork.write(({ tx, origin, now }) => consumeAttempt(tx, unauthenticatedLimits(what, undefined, origin), now))

type Purpose = 'verify_email' | 'reset_password'

const usableTokenCondition = (purpose: Purpose, token: string, now: Date) =>
  and(
    eq(emailTokens.hash, hashToken(token)),
    eq(emailTokens.purpose, purpose),
    isNull(emailTokens.usedAt),
    gt(emailTokens.expiresAt, now),
  )

const notUsable = () =>
  problem.field('token', 'This link has expired or was already used. Request a new one', 'token_not_valid')

/** Rejects an unusable token before a password is hashed for this request. Returns the IP address of the request. */
const requireUsable = (unitOfWork: UnitOfWork, purpose: Purpose, token: string): Promise<string | null> =>
  unitOfWork.write(async ({ tx, now, origin }) => {
    if ((await tx.$count(emailTokens, usableTokenCondition(purpose, token, now))) === 0) throw notUsable()
    return origin.ip
  })

/** The reason why a link cannot verify: its email is verified already, for example because the link was opened twice, or it is not usable. */
async function notVerifying(tx: Tx, token: string) {
  const [verified] = await tx
    .select({ id: users.id })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.userId))
    .where(
      and(
        eq(emailTokens.hash, hashToken(token)),
        eq(emailTokens.purpose, 'verify_email'),
        isNotNull(users.emailVerifiedAt),
      ),
    )
  return verified
    ? problem.conflict('email_already_verified', 'Your email is already verified. Sign in with your password.')
    : notUsable()
}

/** Uses up an emailed token and returns its user, locked; undefined if it is unknown, used or expired. */
async function useToken({ tx, now }: Context, purpose: Purpose, token: string): Promise<string | undefined> {
  const [owner] = await tx
    .select({ id: users.id })
    .from(emailTokens)
    .innerJoin(users, eq(users.id, emailTokens.userId))
    .where(usableTokenCondition(purpose, token, now))
    .for('update', { of: users })
  if (!owner) return undefined
  const used = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(usableTokenCondition(purpose, token, now))
    .returning()
  return used.length === 0 ? undefined : owner.id
}

/** Marks the email as verified. Links of other registrations of this email stop working. */
export async function confirmAddress(context: Context, userId: string) {
  const { tx, now } = context
  await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))
  await dropTokens(context, userId, 'verify_email')
  await dropRegistrations(tx, userId)
}

export async function resendVerificationEmailHandler(
  { tx, now, origin }: Context,
  { email }: ParsedInput<typeof resendVerificationEmail>,
) {
  await consumeAttempt(tx, unauthenticatedLimits('resend-verification', email, origin), now)
  await enqueueJob(tx, mailVerification, { email }, { key: keyOfMinute(`verify:${email}`, now) })
}

export async function forgotPasswordHandler(
  { tx, now, origin }: Context,
  { email }: ParsedInput<typeof forgotPassword>,
) {
  await consumeAttempt(tx, unauthenticatedLimits('forgot-password', email, origin), now)
  await enqueueJob(tx, mailPasswordReset, { email }, { key: keyOfMinute(`reset:${email}`, now) })
}

/**
 * Sets a new password with an emailed token. This proves access to the mailbox, so the email is verified too, and all sessions
 * end. API keys and webhooks of the user's businesses stay active unless `revokeAccess` is set.
 * @throws 422 token_not_valid
 */
export async function resetPasswordHandler(
  unitOfWork: UnitOfWork,
  { token, newPassword, revokeAccess }: ParsedInput<typeof resetPassword>,
) {
  await countRequest(unitOfWork, 'reset-password')
  const passwordHash = await hashPassword(newPassword, await requireUsable(unitOfWork, 'reset_password', token))
  const { ended, keys } = await unitOfWork.write(async (context) => {
    const { tx, now } = context
    const userId = await useToken(context, 'reset_password', token)
    if (!userId) throw notUsable()
    const [user] = await tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning()
    await confirmAddress(context, userId)
    await dropTokens(context, userId, 'reset_password')
    await forgiveAfterReset(context, user!.email)
    const actor = { kind: 'user', name: user!.email } as const
    await recordAuditEvent(context, { action: 'password.reset', userId, actor })
    await notifyOfSecurityEvent(context, userId, 'password_reset')
    const ended = await endSessions(tx, [eq(sessions.userId, userId)], 'password_reset', now)
    return { ended, keys: revokeAccess ? await revokeAllAccess(context, userId, actor) : [] }
  })
  evictSessions(ended)
  for (const hash of keys) evictApiKey(hash)
}

/** Invalidates the user's unused tokens, so that links sent before no longer work. */
export const dropTokens = ({ tx, now }: Context, userId: string, purpose: Purpose) =>
  tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, purpose), isNull(emailTokens.usedAt)))

/**
 * Revokes all access that needs no session: secret keys and webhooks of the businesses in which the user may change them. Returns the
 * hashes of the keys.
 */
async function revokeAllAccess(context: Context, userId: string, actor: Actor): Promise<string[]> {
  const ownMemberships = await context.tx.select().from(memberships).where(eq(memberships.userId, userId))
  const keys: string[] = []
  for (const { merchantId } of ownMemberships) {
    const [member] = await listMemberRecords(context.tx, merchantId, eq(users.id, userId))
    if (member?.permissions.has('api_keys.manage')) keys.push(...(await revokeSecretKeys(context, merchantId, actor)))
    if (member?.permissions.has('webhooks.manage')) await switchOffEndpoints(context, merchantId, actor)
  }
  return keys
}
