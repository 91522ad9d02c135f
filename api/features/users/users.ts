import type { Parsed } from '@adire/contract/endpoint.ts'
import {
  forgotPassword,
  getUser,
  logOut,
  resendVerificationEmail,
  resetPassword,
  verifyEmail,
} from '@adire/contract/users.ts'
import { and, count, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Steps, UserContext } from '../../context.ts'
import { answer, answerInSteps } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { endSession, endSessionsOf, hashToken } from '../auth/sessions.ts'
import { hashPassword } from '../auth/sign-in.ts'
import { mailPasswordReset, mailVerification } from './jobs.ts'
import { emailTokens, recoveryCodes, users } from './tables.ts'

export const routes = [
  answer(verifyEmail, verify),
  answer(resendVerificationEmail, resend),
  answer(forgotPassword, forgot),
  answerInSteps(resetPassword, reset),
  answer(getUser, get),
  answer(logOut, signOut),
]

/** Confirms the address a token was mailed to. */
async function verify(context: Context, { token }: Parsed<typeof verifyEmail>) {
  const userId = await useToken(context, 'verify_email', token)
  await confirmAddress(context, userId)
}

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

async function resend({ tx, now }: Context, { email }: Parsed<typeof resendVerificationEmail>) {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.emailVerifiedAt)))
  // One mail a minute at most, whatever is pressed.
  if (user) await enqueue(tx, mailVerification, { userId: user.id }, { key: `verify:${user.id}:${minuteOf(now)}` })
}

async function forgot({ tx, now }: Context, { email }: Parsed<typeof forgotPassword>) {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email))
  if (user) await enqueue(tx, mailPasswordReset, { userId: user.id }, { key: `reset:${user.id}:${minuteOf(now)}` })
}

const minuteOf = (now: Date) => Math.floor(now.getTime() / 60_000)

/** Whoever holds the mail chose the password, so the address is confirmed too; nobody else stays signed in. */
async function reset(steps: Steps, { token, newPassword }: Parsed<typeof resetPassword>) {
  const passwordHash = await hashPassword(newPassword)
  await steps.write(async (context) => {
    const userId = await useToken(context, 'reset_password', token)
    await context.tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await confirmAddress(context, userId)
    await endSessionsOf(context.tx, userId, 'password_reset', context.now)
  })
}

async function get({ tx, user }: UserContext, { id }: Parsed<typeof getUser>) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  if (!found) throw problem.notFound('user')
  const { email, firstName, lastName, phone, totpEnabledAt } = found
  const [codes] = await tx
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, id), isNull(recoveryCodes.usedAt)))
  return { id, email, firstName, lastName, phone, twoFactor: totpEnabledAt !== null, recoveryCodesLeft: codes!.left }
}

async function signOut({ tx, user, now }: UserContext) {
  await endSession(tx, user.sessionId, 'signed_out', now)
}
