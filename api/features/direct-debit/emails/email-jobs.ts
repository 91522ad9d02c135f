import * as z from 'zod/mini'
import { defineJob } from '../../../jobs/queue.ts'

const Key = { merchantId: z.string(), id: z.string() }
export const mailMandate = defineJob(
  'mail-mandate',
  z.object({ ...Key, what: z.enum(['request', 'transfer', 'ready', 'ended']), isCounted: z.optional(z.boolean()) }),
)
export const mailDebit = defineJob(
  'mail-debit',
  z.object({ ...Key, what: z.enum(['notice', 'retry', 'failed', 'cancelled', 'skipped']) }),
)
