import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { deliver } from '../../emails/deliver.ts'
import { letter } from '../../emails/mail.ts'
import { enqueue, job } from '../../jobs/queue.ts'
import { mailRetry, work } from '../../jobs/work.ts'
import { deviceOf } from '../auth/device.ts'
import { hashToken } from '../auth/sessions.ts'
import { registrationsOf } from '../merchants/registrations.ts'
import { notifyUser } from '../notifications/notifications.ts'
import { originRows, type SecurityEvent, securityEvents, securityLetter, securityNews } from './security.ts'
import { emailTokens, users } from './tables.ts'

const verificationMs = 48 * 3_600_000
const resetMs = 3_600_000

// By address and not by user: whether there is one is looked up by the job, so that the time an answer takes does not tell.
const address = z.object({ email: z.string() })
/** The link of one registration; of the newest where none is named. */
export const mailVerification = job(
  'mail-verification',
  z.object({ email: z.string(), registrationId: z.optional(z.string()) }),
)
export const mailPasswordReset = job('mail-password-reset', address)
export const mailAlreadyRegistered = job('mail-already-registered', address)
const mailSecurity = job(
  'mail-security',
  z.object({
    userId: z.string(),
    event: z.enum(securityEvents),
    device: z.string(),
    ip: z.nullable(z.string()),
    at: z.string(),
  }),
)

/** Tells a user, in the dashboard and by mail, what happened to the account, and from where: from the context's device if no other is named. */
export async function tellOfSecurity(
  { tx, origin, now }: Context,
  userId: string,
  event: SecurityEvent,
  device = deviceOf(origin.userAgent),
) {
  const from = { device, ip: origin.ip }
  await notifyUser(tx, userId, { kind: 'security', path: '/settings/user-profile', ...securityNews(event, from) }, now)
  await enqueue(tx, mailSecurity, { userId, event, ...from, at: now.toISOString() })
}

export const works = [
  work({
    job: mailVerification,
    retry: mailRetry,
    async run({ config, now, write }, { email, registrationId }) {
      const token = newToken()
      const found = await write(async (context) => {
        const user = await userOf(context, email)
        if (!user || user.emailVerifiedAt) return undefined
        const all = await registrationsOf(context.tx, user.id)
        const registration = registrationId ? all.find(({ id }) => id === registrationId) : all[0]
        if (!registration) return undefined
        const kept = { userId: user.id, purpose: 'verify_email', forMs: verificationMs } as const
        await keepToken(context, token, { ...kept, registrationId: registration.id })
        return { user, registration }
      })
      if (!found) return
      const { user, registration } = found
      const mail = letter(config, {
        to: user.email,
        subject: `Verify your email address for ${config.brand.name}`,
        heading: 'Verify your email address',
        paragraphs: [`Welcome to ${config.brand.name}. Confirm that this address is yours and your account is ready.`],
        rows: originRows({ ...registration, at: registration.createdAt }),
        action: { label: 'Verify email address', url: `${config.publicUrl}/verify-email/${token}` },
        closing:
          'The link works once and for 48 hours. If it was not you who registered, do not open it: without it nobody gets in.',
      })
      await deliver(config, mail, now())
    },
  }),
  work({
    job: mailPasswordReset,
    retry: mailRetry,
    async run({ config, now, write }, { email }) {
      const token = newToken()
      const user = await write(async (context) => {
        const found = await userOf(context, email)
        if (found) await keepToken(context, token, { userId: found.id, purpose: 'reset_password', forMs: resetMs })
        return found
      })
      if (!user) return
      const mail = letter(config, {
        to: user.email,
        subject: `Choose a new password for ${config.brand.name}`,
        heading: 'Choose a new password',
        paragraphs: ['Somebody, probably you, asked for a new password for this account.'],
        action: { label: 'Choose a new password', url: `${config.publicUrl}/reset-password/${token}` },
        closing:
          'The link works once and for an hour. If it was not you, you need not do anything: your password stays.',
      })
      await deliver(config, mail, now())
    },
  }),
  work({
    job: mailAlreadyRegistered,
    retry: mailRetry,
    async run({ config, now, write }, { email }) {
      const user = await write((context) => userOf(context, email))
      if (!user) return
      const mail = letter(config, {
        to: user.email,
        subject: `You already have an account with ${config.brand.name}`,
        heading: 'You already have an account',
        paragraphs: [
          'Somebody, probably you, tried to open an account with this address. It has one: sign in as usual.',
        ],
        action: { label: 'Sign in', url: config.publicUrl },
      })
      await deliver(config, mail, now())
    },
  }),
  work({
    job: mailSecurity,
    retry: mailRetry,
    async run({ config, now, write }, { userId, event, at, ...from }) {
      const [user] = await write(({ tx }) => tx.select().from(users).where(eq(users.id, userId)))
      if (user)
        await deliver(config, securityLetter(config, event, { to: user.email, at: new Date(at), ...from }), now())
    },
  }),
]

// Tokens are made by the job and not when a mail is asked for, so that no queue ever holds one.
const newToken = () => Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')

type Kept = { userId: string; purpose: 'verify_email' | 'reset_password'; forMs: number; registrationId?: string }

const keepToken = ({ tx, now }: Context, token: string, { forMs, ...kept }: Kept) =>
  tx.insert(emailTokens).values({ ...kept, hash: hashToken(token), expiresAt: new Date(now.getTime() + forMs) })

async function userOf({ tx }: Context, email: string) {
  const [found] = await tx.select().from(users).where(eq(users.email, email))
  return found
}
