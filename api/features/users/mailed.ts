import type { Parsed } from '@adire/contract/endpoint.ts'
import type { forgotPassword, resendVerificationEmail, resetPassword, verifyEmail } from '@adire/contract/users.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Steps } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { record } from '../audit/audit.ts'
import { askingLimits, takeTry } from '../auth/attempts.ts'
import { endSessions, forgetAll, hashToken } from '../auth/sessions.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { sessions } from '../auth/tables.ts'
import { mailPasswordReset, mailVerification, tellOfSecurity } from './jobs.ts'
import { emailTokens, users } from './tables.ts'

/** Confirms the address a token was mailed to. */
export async function verify(steps: Steps, { token }: Parsed<typeof verifyEmail>) {
  await takeAsking(steps, 'verify-email')
  await steps.write(async (context) => {
    const userId = await useToken(context, 'verify_email', token)
    await confirmAddress(context, userId)
  })
}

/** Counts the try in a transaction of its own, which a token that is not right does not undo. */
const takeAsking = (steps: Steps, what: string) =>
  steps.write(({ tx, origin, now }) => takeTry(tx, askingLimits(what, undefined, origin), now))

/** Uses a mailed token up and says whose it was; refuses one that is unknown, used or past its time. */
async function useToken({ tx, now }: Context, purpose: 'verify_email' | 'reset_password', token: string) {
  const [known] = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(emailTokens.hash, hashToken(token)),
        eq(emailTokens.purpose, purpose),
        isNull(emailTokens.usedAt),
        gt(emailTokens.expiresAt, now),
      ),
    )
    .returning()
  if (!known)
    throw problem.field('token', 'This link has expired or was used before, ask for a new one', 'token_not_valid')
  return known.userId
}

const confirmAddress = ({ tx, now }: Context, userId: string) =>
  tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt)))

export async function resend({ tx, now, origin }: Context, { email }: Parsed<typeof resendVerificationEmail>) {
  await takeTry(tx, askingLimits('resend-verification', email, origin), now)
  // One mail a minute at most, whatever is pressed.
  await enqueue(tx, mailVerification, { email }, { key: `verify:${email}:${minuteOf(now)}` })
}

export async function forgot({ tx, now, origin }: Context, { email }: Parsed<typeof forgotPassword>) {
  await takeTry(tx, askingLimits('forgot-password', email, origin), now)
  await enqueue(tx, mailPasswordReset, { email }, { key: `reset:${email}:${minuteOf(now)}` })
}

const minuteOf = (now: Date) => Math.floor(now.getTime() / 60_000)

/** Whoever holds the mail chose the password, so the address is confirmed too; nobody else stays signed in. */
export async function reset(steps: Steps, { token, newPassword }: Parsed<typeof resetPassword>) {
  await takeAsking(steps, 'reset-password')
  const passwordHash = await hashPassword(newPassword)
  const ended = await steps.write(async (context) => {
    const { tx, now } = context
    const userId = await useToken(context, 'reset_password', token)
    const [user] = await tx.update(users).set({ passwordHash }).where(eq(users.id, userId)).returning()
    await confirmAddress(context, userId)
    await dropResetTokens(context, userId)
    await record(context, { action: 'password.reset', userId, actor: { kind: 'user', name: user!.email } })
    await tellOfSecurity(context, userId, 'password_reset')
    return endSessions(tx, [eq(sessions.userId, userId)], 'password_reset', now)
  })
  forgetAll(ended)
}

/** A link that was mailed before the password changed must not change it again. */
export const dropResetTokens = ({ tx, now }: Context, userId: string) =>
  tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(and(eq(emailTokens.userId, userId), eq(emailTokens.purpose, 'reset_password'), isNull(emailTokens.usedAt)))
