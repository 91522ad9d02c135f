import * as z from 'zod/mini'
import { defineJob } from '../../../jobs/queue.ts'

const Key = { merchantId: z.string(), id: z.string() }
export const mailMandate = defineJob(
  'mail-mandate',
  z.object({ ...Key, what: z.enum(['request', 'transfer', 'ready', 'ended']), isCounted: z.optional(z.boolean()) }),
)
/** `notice`: the version before enqueued it for debits that it counted as announced then. */
export const mailDebit = defineJob(
  'mail-debit',
  z.object({ ...Key, what: z.enum(['notice', 'retry', 'failed', 'cancelled', 'skipped']) }),
)
/** A job of its own, so that no process of the version before sends a notice without recording it. `noticeAt`: when it was due. */
export const mailDebitNotice = defineJob('mail-debit-notice', z.object({ ...Key, noticeAt: z.iso.datetime() }))
