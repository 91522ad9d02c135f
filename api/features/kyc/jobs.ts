import { eq } from 'drizzle-orm'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { merchants } from '../merchants/tables.ts'
import { decideKyc, mailReview } from './enqueue.ts'
import { decideBySandbox } from './sandbox.ts'

export const kycJobHandlers = [
  jobHandler({
    job: mailReview,
    retry: mailRetry,
    async run({ config, now, write }, { to, merchantId, title, text, lines, path }) {
      const [business] = await write(({ tx }) =>
        tx.select({ name: merchants.businessName }).from(merchants).where(eq(merchants.id, merchantId)),
      )
      if (!business) return
      const mail = renderEmail(config, {
        to,
        subject: `${title} (${business.name})`,
        heading: title,
        paragraphs: [`This is about ${business.name}.`, ...(lines ?? [text])],
        action: { label: 'View the review', url: `${config.publicUrl}${path}` },
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({ job: decideKyc, run: ({ write }, payload) => write((context) => decideBySandbox(context, payload)) }),
]
