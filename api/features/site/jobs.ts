import * as z from 'zod/mini'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { formatInstant } from '../../lagos.ts'

export interface ContactMessage {
  name: string
  email: string
  topic: string
  message: string
}

export const mailContact = defineJob(
  'mail-contact',
  z.object({ name: z.string(), email: z.string(), topic: z.string(), message: z.string(), at: z.string() }),
)

export const siteJobHandlers = [
  jobHandler({
    job: mailContact,
    retry: mailRetry,
    async run({ config, now }, { name, email, topic, message, at }) {
      const mail = renderEmail(config, {
        to: config.brand.helpEmail,
        subject: `${topic}: ${name}`,
        heading: `A message from ${name}`,
        paragraphs: message.split(/\n+/).filter(Boolean),
        rows: [
          ['From', `${name} <${email}>`],
          ['About', topic],
          ['Sent', `${formatInstant(new Date(at))}, Lagos`],
        ],
        closing: 'Reply to this email to answer.',
      })
      await deliverEmail(config, { ...mail, replyTo: { name, address: email } }, now())
    },
  }),
]
