import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deliver } from '../../emails/deliver.ts'
import { letter } from '../../emails/mail.ts'
import { job } from '../../jobs/queue.ts'
import { work } from '../../jobs/work.ts'
import { hashToken } from '../auth/sessions.ts'
import { emailTokens, users } from './tables.ts'

const verificationMs = 48 * 3_600_000

export const mailVerification = job('mail-verification', z.object({ userId: z.string() }))
export const mailAlreadyRegistered = job('mail-already-registered', z.object({ userId: z.string() }))

export const works = [
  work({
    job: mailVerification,
    async run({ config, now, write }, { userId }) {
      // The token is made here and not when the mail is asked for, so that no queue ever holds it.
      const token = Buffer.from(crypto.getRandomValues(new Uint8Array(24))).toString('base64url')
      const user = await write(async ({ tx }) => {
        const [found] = await tx.select().from(users).where(eq(users.id, userId))
        if (!found || found.emailVerifiedAt) return undefined
        const expiresAt = new Date(now().getTime() + verificationMs)
        await tx.insert(emailTokens).values({ hash: hashToken(token), userId, expiresAt })
        return found
      })
      if (!user) return
      const mail = letter(config, {
        to: user.email,
        subject: `Verify your email address for ${config.brand.name}`,
        heading: 'Verify your email address',
        paragraphs: [`Welcome to ${config.brand.name}. Confirm that this address is yours and your account is ready.`],
        action: { label: 'Verify email address', url: `${config.publicUrl}/verify-email/${token}` },
        closing: 'The link works once and for 48 hours. If you did not open an account, you need not do anything.',
      })
      await deliver(config, mail, now())
    },
  }),
  work({
    job: mailAlreadyRegistered,
    async run({ config, now, write }, { userId }) {
      const [user] = await write(({ tx }) => tx.select().from(users).where(eq(users.id, userId)))
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
]
