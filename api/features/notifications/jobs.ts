import * as z from 'zod/mini'
import type { Context } from '../../context.ts'
import { deliver } from '../../emails/deliver.ts'
import { letter } from '../../emails/mail.ts'
import { enqueue, job } from '../../jobs/queue.ts'
import { mailRetry, work } from '../../jobs/work.ts'
import { type News, notifyMembers } from './notifications.ts'

export const mailNews = job(
  'mail-news',
  z.object({ to: z.string(), title: z.string(), text: z.string(), path: z.optional(z.string()), test: z.boolean() }),
)

export const works = [
  work({
    job: mailNews,
    retry: mailRetry,
    async run({ config, now }, { to, title, text, path, test }) {
      const mail = letter(config, {
        to,
        subject: title,
        heading: title,
        paragraphs: [text],
        ...(path !== undefined && { action: { label: 'Open the dashboard', url: config.publicUrl + path } }),
        test,
      })
      await deliver(config, mail, now())
    },
  }),
]

/** Tells the members of a business in the dashboard, and by mail those who want one. */
export async function tellMembers({ tx, realNow, mode }: Context, merchantId: string, news: News): Promise<void> {
  const { title, text, path } = news
  for (const to of await notifyMembers(tx, merchantId, news, realNow))
    await enqueue(
      tx,
      mailNews,
      { to, title, text, ...(path !== undefined && { path }), test: mode === 'TEST' },
      { merchantId },
    )
}
