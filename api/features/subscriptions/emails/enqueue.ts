import * as z from 'zod/mini'
import type { Context } from '../../../context.ts'
import { defineJob, enqueueJob } from '../../../jobs/queue.ts'
import { type EmailTemplate, emailTemplates } from './templates.ts'

export const mailSubscription = defineJob(
  'mail-subscription',
  z.object({
    merchantId: z.string(),
    id: z.string(),
    template: z.enum(emailTemplates),
    isCounted: z.optional(z.boolean()),
  }),
)

/** A job of its own, so that no process of the version before sends a notice without recording it. */
export const mailSubscriptionNotice = defineJob(
  'mail-subscription-notice',
  z.object({ merchantId: z.string(), id: z.string() }),
)

/** Enqueues the notice of the next debit to the payer, for which the debit waits. */
export const enqueueDebitNotice = ({ tx, now }: Context, { merchantId, id }: { merchantId: string; id: string }) =>
  enqueueJob(tx, mailSubscriptionNotice, { merchantId, id }, { merchantId, runAt: now })

/**
 * Enqueues an email to the payer about a subscription, with a link to its page. `isCounted`: the request has already counted
 * this email.
 */
export const enqueueSubscriptionEmail = (
  { tx, now }: Context,
  { merchantId, id }: { merchantId: string; id: string },
  template: EmailTemplate,
  isCounted = false,
) =>
  enqueueJob(
    tx,
    mailSubscription,
    { merchantId, id, template, ...(isCounted && { isCounted }) },
    { merchantId, runAt: now },
  )
