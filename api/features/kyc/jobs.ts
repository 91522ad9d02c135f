import { deliverEmail } from '../../emails/deliver.ts'
import { jobHandler, mailRetry } from '../../jobs/job-handler.ts'
import { renderMemberEmail } from '../notifications/member-email.ts'
import { decideKyc, mailReview } from './enqueue.ts'
import { decideBySandbox } from './sandbox.ts'

export const kycJobHandlers = [
  jobHandler({
    job: mailReview,
    retry: mailRetry,
    async run({ config, now, write }, { to, merchantId, title, text, lines, path }) {
      const mail = await write((context) =>
        renderMemberEmail(context, config, merchantId, {
          to,
          heading: title,
          paragraphs: lines ?? [text],
          action: { label: 'View the review', path },
        }),
      )
      if (mail) await deliverEmail(config, mail, now())
    },
  }),
  jobHandler({ job: decideKyc, run: ({ write }, payload) => write((context) => decideBySandbox(context, payload)) }),
]
