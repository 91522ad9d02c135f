import * as z from 'zod/mini'
import { deliver } from '../../emails/deliver.ts'
import { letter } from '../../emails/mail.ts'
import { job } from '../../jobs/queue.ts'
import { mailRetry, work } from '../../jobs/work.ts'

export interface ContactMessage {
  name: string
  email: string
  topic: string
  message: string
}

export const mailContact = job(
  'mail-contact',
  z.object({ name: z.string(), email: z.string(), topic: z.string(), message: z.string(), at: z.string() }),
)

export const works = [
  work({
    job: mailContact,
    retry: mailRetry,
    async run({ config, now }, { name, email, topic, message, at }) {
      const mail = letter(config, {
        to: config.brand.helpEmail,
        subject: `${topic}: ${name}`,
        heading: `A message from ${name}`,
        paragraphs: message.split(/\n+/).filter(Boolean),
        rows: [
          ['From', `${name} <${email}>`],
          ['About', topic],
          ['Sent', at],
        ],
        closing: 'Answer this mail to write back.',
      })
      await deliver(config, { ...mail, replyTo: { name, address: email } }, now())
    },
  }),
]
