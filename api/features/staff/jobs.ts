import { staffLimits } from '@adire/contract/back-office/staff.ts'
import { staffRoleNames } from '@adire/contract/staff-permissions.ts'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { linkAuditEvents } from '../audit/chain.ts'
import { createInvitationToken, invitationUrl } from './invite.ts'
import { createResetToken, resetUrl } from './reset-token.ts'
import { staff, staffLog } from './tables.ts'

/** Sends the link of an invitation to the back office, unless it was accepted since. Each email has a new link. */
export const mailStaffInvitation = defineJob(
  'mail-staff-invitation',
  z.object({ id: z.string(), invitedBy: z.string() }),
)

/** An email to a person of the staff, unless the account was deactivated since. `path` is relative to `/operator`. */
export const mailStaff = defineJob(
  'mail-staff',
  z.object({
    staffId: z.string(),
    subject: z.string(),
    text: z.string(),
    /** Labels with values, below the text. */
    rows: z.optional(z.array(z.tuple([z.string(), z.string()]))),
    action: z.object({ label: z.string(), path: z.string() }),
  }),
)

/** Sends the link for a new password. Each email has a new link. */
export const mailStaffReset = defineJob('mail-staff-reset', z.object({ staffId: z.string() }))

/** Portions of one run; a longer backlog takes several runs. */
const portions = 20

export const staffJobHandlers = [
  jobHandler({
    job: mailStaffInvitation,
    retry: mailRetry,
    async run({ config, now, write }, { id, invitedBy }) {
      const invited = await write(async (context) => {
        const [person] = await context.tx.select().from(staff).where(eq(staff.id, id))
        if (!person || person.joinedAt || person.deactivatedAt) return undefined
        return { person, token: await createInvitationToken(context, id) }
      })
      if (!invited) return
      const { person, token } = invited
      const mail = renderEmail(config, {
        to: person.email,
        subject: `Your access to the back office of ${config.brand.name}`,
        heading: 'You are invited to the back office',
        paragraphs: [`${invitedBy} gives you access to the back office of ${config.brand.name}.`],
        rows: [['Your role', staffRoleNames[person.role]]],
        action: { label: 'Accept the invitation', url: invitationUrl(config.publicUrl, token) },
        closing: `The link works once, within ${staffLimits.invitationDays} days. You need an authenticator app on your phone to sign in.`,
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: mailStaffReset,
    retry: mailRetry,
    async run({ config, now, write }, { staffId }) {
      const found = await write(async (context) => {
        const [person] = await context.tx.select().from(staff).where(eq(staff.id, staffId))
        if (!person?.joinedAt || person.deactivatedAt) return undefined
        return { email: person.email, token: await createResetToken(context, staffId) }
      })
      if (!found) return
      const mail = renderEmail(config, {
        to: found.email,
        subject: `A new password for the back office of ${config.brand.name}`,
        heading: 'Choose a new password',
        paragraphs: ['Somebody asked for a new password of your account in the back office.'],
        action: { label: 'Choose a new password', url: resetUrl(config.publicUrl, found.token) },
        closing:
          'The link works once, for one hour. You need your second factor as before. If you did not ask for it, ignore this email.',
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: mailStaff,
    retry: mailRetry,
    async run({ config, now, write }, { staffId, subject, text, rows, action }) {
      const [person] = await write(({ tx }) => tx.select().from(staff).where(eq(staff.id, staffId)))
      if (!person || person.deactivatedAt) return
      const mail = renderEmail(config, {
        to: person.email,
        subject: `Back office: ${subject}`,
        heading: subject,
        paragraphs: [text],
        ...(rows && { rows }),
        action: { label: action.label, url: `${config.publicUrl}/operator${action.path}` },
        closing: 'You get this email because you work in the back office.',
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: defineJob('link-staff-events', z.object({})),
    every: '* * * * *',
    async run({ write }) {
      for (let portion = 0; portion < portions; portion++)
        if ((await write(({ tx }) => linkAuditEvents(tx, staffLog))) === 0) return
    },
  }),
]
