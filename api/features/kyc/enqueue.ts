import * as z from 'zod/mini'
import { defineJob } from '../../jobs/queue.ts'

export const mailReview = defineJob(
  'mail-review',
  z.object({
    to: z.string(),
    merchantId: z.string(),
    title: z.string(),
    text: z.string(),
    /** Instead of the text, if the review has several decisions. */
    lines: z.optional(z.array(z.string())),
    path: z.string(),
  }),
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
