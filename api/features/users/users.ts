import type { Parsed } from '@adire/contract/endpoint.ts'
import { getUser, logOut, resendVerificationEmail, verifyEmail } from '@adire/contract/users.ts'
import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Context, Steps, UserContext } from '../../context.ts'
import { answer, answerInSteps } from '../../http/answer.ts'
import { problem } from '../../http/problem.ts'
import { enqueue } from '../../jobs/queue.ts'
import { endSession, hashToken } from '../auth/sessions.ts'
import { mailVerification } from './jobs.ts'
import { emailTokens, users } from './tables.ts'

export const routes = [
  answer(verifyEmail, verify),
  answerInSteps(resendVerificationEmail, resend),
  answer(getUser, get),
  answer(logOut, signOut),
]

/** Confirms the address a token was mailed to. */
async function verify({ tx, now }: Context, { token }: Parsed<typeof verifyEmail>) {
  const hash = hashToken(token)
  const [known] = await tx
    .update(emailTokens)
    .set({ usedAt: now })
    .where(and(eq(emailTokens.hash, hash), isNull(emailTokens.usedAt), gt(emailTokens.expiresAt, now)))
    .returning()
  if (!known)
    throw problem.field('token', 'This link has expired or was used before, ask for a new one', 'token_not_valid')
  await tx
    .update(users)
    .set({ emailVerifiedAt: now })
    .where(and(eq(users.id, known.userId), isNull(users.emailVerifiedAt)))
}

async function resend(steps: Steps, { email }: Parsed<typeof resendVerificationEmail>) {
  await steps.write(async ({ tx, now }) => {
    const [user] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), isNull(users.emailVerifiedAt)))
    // One mail a minute at most, whatever is pressed.
    const minute = Math.floor(now.getTime() / 60_000)
    if (user) await enqueue(tx, mailVerification, { userId: user.id }, { key: `verify:${user.id}:${minute}` })
  })
}

async function get({ tx, user }: UserContext, { id }: Parsed<typeof getUser>) {
  if (id !== user.id) throw problem.notFound('user')
  const [found] = await tx.select().from(users).where(eq(users.id, id))
  if (!found) throw problem.notFound('user')
  const { email, firstName, lastName, phone } = found
  return { id, email, firstName, lastName, phone }
}

async function signOut({ tx, user, now }: UserContext) {
  await endSession(tx, user.sessionId, 'signed_out', now)
}
