import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { deliverEmail } from '../../emails/deliver.ts'
import { renderEmail } from '../../emails/mail.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { defineJob } from '../../jobs/queue.ts'
import { merchants } from '../merchants/tables.ts'
import { decideBySandbox } from './sandbox.ts'

export const mailReview = defineJob(
  'mail-review',
  z.object({ to: z.string(), merchantId: z.string(), title: z.string(), text: z.string(), path: z.string() }),
)

/** Job that makes the sandbox's decision about one submission. It runs a moment later, so that the review is visible. */
export const decideKyc = defineJob(
  'decide-kyc',
  z.object({
    merchantId: z.string(),
    type: z.string(),
    submittedAt: z.string(),
    verdict: z.optional(
      z.object({
        status: z.enum(['APPROVED', 'REJECTED', 'PENDING_MERCHANT_RESUBMISSION']),
        reason: z.optional(z.string()),
      }),
    ),
  }),
)

export const kycJobHandlers = [
  jobHandler({
    job: mailReview,
    retry: mailRetry,
    async run({ config, now, write }, { to, merchantId, title, text, path }) {
      const [business] = await write(({ tx }) =>
        tx.select({ name: merchants.businessName }).from(merchants).where(eq(merchants.id, merchantId)),
      )
      if (!business) return
      const mail = renderEmail(config, {
        to,
        subject: `${title} (${business.name})`,
        heading: title,
        paragraphs: [`This is about ${business.name}.`, text],
        action: { label: 'See where the review stands', url: `${config.publicUrl}${path}` },
      })
      await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({ job: decideKyc, run: ({ write }, payload) => write((context) => decideBySandbox(context, payload)) }),
]
