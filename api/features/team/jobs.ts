import { teamLimits } from '@adire/contract/team.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { hashToken } from '../auth/hash-token.ts'
import { fullName, toRoleName } from '../merchants/member-roles.ts'
import { findSendingBusiness } from '../merchants/sending-business.ts'
import { randomToken } from '../users/jobs.ts'
import { isInvitation, isOpen, selectInvitations } from './find-invitations.ts'
import { invitations } from './tables.ts'

/** Sends the link of an invitation, unless it was sent again, accepted or revoked since. */
export const mailInvitation = defineJob(
  'mail-invitation',
  z.object({ merchantId: z.string(), id: z.string(), sentAt: z.string() }),
)

export const teamJobHandlers = [
  jobHandler({
    job: mailInvitation,
    retry: mailRetry,
    async run({ config, now, write }, { merchantId, id, sentAt }) {
      const token = randomToken()
      const found = await write(async ({ tx }) => {
        const [invitation] = await selectInvitations(tx).where(
          and(isInvitation(merchantId, id), eq(invitations.sentAt, new Date(sentAt)), isOpen),
        )
        if (!invitation) return undefined
        await tx
          .update(invitations)
          .set({ tokenHash: hashToken(token) })
          .where(isInvitation(merchantId, id))
        return { invitation, sender: await findSendingBusiness(tx, config, merchantId) }
      })
      if (!found?.sender) return
      const { invitation, sender } = found
      const { email, inviter } = invitation
      const person = fullName(inviter)
      const mail = renderEmail(config, {
        to: email,
        subject: sender.isVerified
          ? `Join ${sender.businessName} on ${config.brand.name}`
          : `You are invited to a team on ${config.brand.name}`,
        heading: 'You are invited to a team',
        paragraphs: [
          `${person ? `${person} (${inviter.email})` : inviter.email} invites you to work with them at ${sender.name} on ${config.brand.name}.`,
        ],
        rows: [
          ['Business', sender.businessName],
          ['Your role', toRoleName(invitation).name],
        ],
        action: { label: 'See the invitation', url: `${config.publicUrl}/invitation/${token}` },
        isUnverified: !sender.isVerified,
        closing: `The link works once, within ${teamLimits.invitationDays} days. If you do not know this person, do not open it.`,
      })
      await deliverEmail(config, mail, now())
    },
  }),
]
