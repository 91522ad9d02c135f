import { hourMs } from '@adire/contract/durations.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { describeDevice } from '../../http/describe-device.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { hashToken } from '../auth/hash-token.ts'
import { users } from '../auth/tables.ts'
import { notifyUser } from '../notifications/notifications.ts'
import { listRegistrations } from './registrations.ts'
import { buildSecurityNotification, originRows, type SecurityEvent, securityEmail, securityEvents } from './security.ts'
import { emailTokens } from './tables.ts'

const verificationMs = 48 * hourMs
const resetMs = hourMs

// Keyed by email, not by user: the job looks the account up, so that the response time does not reveal whether it exists.
const address = z.object({ email: z.string() })
/** Sends the verification link of one registration, or of the newest if `registrationId` is absent. */
export const mailVerification = defineJob(
  'mail-verification',
  z.object({ email: z.string(), registrationId: z.optional(z.string()) }),
)
export const mailPasswordReset = defineJob('mail-password-reset', address)
export const mailAlreadyRegistered = defineJob('mail-already-registered', address)
const mailSecurity = defineJob(
  'mail-security',
  z.object({
    userId: z.string(),
    event: z.enum(securityEvents),
    device: z.string(),
    ip: z.nullable(z.string()),
    at: z.string(),
  }),
)

/** Notifies a user, in the dashboard and by email, of a change to the account and its origin. `device` defaults to the context's. */
export async function notifyOfSecurityEvent(
  { tx, origin, now }: Context,
  userId: string,
  event: SecurityEvent,
  device = describeDevice(origin.userAgent),
) {
  const from = { device, ip: origin.ip }
  await notifyUser(
    tx,
    userId,
    { kind: 'security', path: '/settings/user-profile', ...buildSecurityNotification(event, from) },
    now,
  )
  await enqueueJob(tx, mailSecurity, { userId, event, ...from, at: now.toISOString() })
}

/** Notifies a user, in the dashboard, that one of their recovery codes was used. */
export const notifyOfRecoveryCode = (tx: Tx, userId: string, now: Date) =>
  notifyUser(
    tx,
    userId,
    {
      kind: 'security',
      title: 'A recovery code was used',
      text: 'It was used instead of your authenticator app and no longer works. If this was not you, change your password.',
      path: '/settings/user-profile',
    },
    now,
  )

export const userJobHandlers = [
  jobHandler({
    job: mailVerification,
    retry: mailRetry,
    async run({ config, now, write }, { email, registrationId }) {
      const token = randomToken()
      const found = await write(async (context) => {
        const user = await findUser(context, email)
        if (!user || user.emailVerifiedAt) return undefined
        const all = await listRegistrations(context.tx, user.id)
        const registration = registrationId ? all.find(({ id }) => id === registrationId) : all[0]
        if (!registration) return undefined
        const tokenFields = { userId: user.id, purpose: 'verify_email', forMs: verificationMs } as const
        await storeToken(context, token, { ...tokenFields, registrationId: registration.id })
        return { user, registration }
      })
      if (!found) return
      const { user, registration } = found
      const mail = renderEmail(config, {
        to: user.email,
        subject: `Verify your email address for ${config.brand.name}`,
        heading: 'Verify your email address',
        paragraphs: [`Welcome to ${config.brand.name}. Confirm that this email is yours to start using your account.`],
        rows: originRows({ ...registration, at: registration.createdAt }),
        action: { label: 'Verify email address', url: `${config.publicUrl}/verify-email/${token}` },
        closing:
          'The link works once, within 48 hours. If you did not register, do not open it. Nobody can use the account without it.',
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: mailPasswordReset,
    retry: mailRetry,
    async run({ config, now, write }, { email }) {
      const token = randomToken()
      const user = await write(async (context) => {
        const found = await findUser(context, email)
        if (found) await storeToken(context, token, { userId: found.id, purpose: 'reset_password', forMs: resetMs })
        return found
      })
      if (!user) return
      const mail = renderEmail(config, {
        to: user.email,
        subject: `Choose a new password for ${config.brand.name}`,
        heading: 'Choose a new password',
        paragraphs: ['We received a request to reset the password of this account.'],
        action: { label: 'Choose a new password', url: `${config.publicUrl}/reset-password/${token}` },
        closing:
          'The link works once, within an hour. If you did not request this, you do not have to do anything. Your password stays the same.',
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: mailAlreadyRegistered,
    retry: mailRetry,
    async run({ config, now, write }, { email }) {
      const user = await write((context) => findUser(context, email))
      if (!user) return
      const mail = renderEmail(config, {
        to: user.email,
        subject: `You already have an account with ${config.brand.name}`,
        heading: 'You already have an account',
        paragraphs: [
          'Someone tried to create an account with this email address, but it already has one. If it was you, sign in as usual.',
        ],
        action: { label: 'Sign in', url: config.publicUrl },
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: mailSecurity,
    retry: mailRetry,
    async run({ config, now, write }, { userId, event, at, ...from }) {
      const [user] = await write(({ tx }) => tx.select().from(users).where(eq(users.id, userId)))
      if (user)
        await deliverEmail(config, securityEmail(config, event, { to: user.email, at: new Date(at), ...from }), now())
    },
  }),
]

// The job creates the token, not the request that enqueues it, so that no queue ever contains one.
export const randomToken = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')

type NewToken = { userId: string; purpose: 'verify_email' | 'reset_password'; forMs: number; registrationId?: string }

const storeToken = ({ tx, now }: Context, token: string, { forMs, ...fields }: NewToken) =>
  tx.insert(emailTokens).values({ ...fields, hash: hashToken(token), expiresAt: new Date(now.getTime() + forMs) })

async function findUser({ tx }: Context, email: string) {
  const [found] = await tx.select().from(users).where(eq(users.email, email))
  return found
}
