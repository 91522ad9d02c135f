import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { digestEmail, digestEmailJob, digestScheduledJob } from './digest.ts'
import { renderMemberEmail } from './member-email.ts'
import { type NewNotification, type NotifiedMember, notifyMembers } from './notifications.ts'
import { pushJobHandlers } from './push-delivery.ts'

export const notificationEmailJob = defineJob(
  'send-notification-email',
  z.object({
    to: z.string(),
    /** The business that it is about; none in an email about an account or to the provider. */
    merchantId: z.optional(z.string()),
    title: z.string(),
    text: z.string(),
    path: z.optional(z.string()),
    rows: z.optional(z.array(z.tuple([z.string(), z.string()]))),
    test: z.boolean(),
  }),
)

export const notificationJobHandlers = [
  ...pushJobHandlers,
  jobHandler({
    job: notificationEmailJob,
    retry: mailRetry,
    async run({ config, now, write }, { to, merchantId, title, text, path, rows, test }) {
      const content = { to, heading: title, paragraphs: [text], ...(rows && { rows }), test }
      const label = 'Open the dashboard'
      const mail = merchantId
        ? await write((context) =>
            renderMemberEmail(context, config, merchantId, {
              ...content,
              ...(path !== undefined && { action: { label, path } }),
            }),
          )
        : renderEmail(config, {
            ...content,
            subject: title,
            ...(path !== undefined && { action: { label, url: config.publicUrl + path } }),
          })
      if (mail) await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({
    job: digestEmailJob,
    retry: mailRetry,
    async run({ config, now, write }, digest) {
      const mail = await write((context) => digestEmail(context, config, digest))
      if (mail) await deliverEmail(config, mail, now())
    },
  }),
]

export const notificationScheduledJobs = [digestScheduledJob]

/** A notification with details that only its email shows, as label and value. */
export type EmailedNotification = NewNotification & { rows?: [label: string, value: string][] }

/** The members to notify, and whether also by email. */
interface Audience {
  isFor: (member: NotifiedMember) => boolean
  isMailed: boolean
}

/** Notifies the members of a business, or an audience of them, in the dashboard and, if enabled, by email. */
export async function sendNotification(
  { tx, realNow, mode }: Pick<Context, 'tx' | 'realNow' | 'mode'>,
  merchantId: string,
  { rows, ...notification }: EmailedNotification,
  { isFor, isMailed }: Partial<Audience> = {},
): Promise<void> {
  const { title, text, path } = notification
  const emails = await notifyMembers(tx, merchantId, notification, realNow, isFor)
  for (const to of isMailed === false ? [] : emails)
    await enqueueJob(
      tx,
      notificationEmailJob,
      {
        to,
        merchantId,
        title,
        text,
        ...(path !== undefined && { path }),
        ...(rows && { rows }),
        test: mode === 'TEST',
      },
      { merchantId },
    )
}
