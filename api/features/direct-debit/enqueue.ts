import * as z from 'zod/mini'
import { type Processor, processors } from '../../connectors/processors.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import type { MandateKey } from './move.ts'

export const checkMandate = defineJob('look-at-mandate', z.object({ merchantId: z.string(), id: z.string() }))

/** Job: applies a mandate change to the subscription that it pays. `id` is the subscription's id. */
export const mandateStatusChanged = defineJob(
  'mandate-of-subscription',
  z.object({ merchantId: z.string(), id: z.string() }),
)
/** Job: ends a mandate whose subscription has ended or uses another payment method. */
export const endMandate = defineJob(
  'end-mandate',
  z.object({ merchantId: z.string(), id: z.string(), reason: z.string() }),
)
/**
 * Job: cancels a mandate at its processor, under its reference there: a mandate that was sent again has another one. Jobs that an earlier
 * version enqueued do not name the processor.
 */
export const cancelAtBank = defineJob(
  'cancel-mandate-at-bank',
  z.object({
    merchantId: z.string(),
    reference: z.string(),
    processor: z.optional(z.nullable(z.enum(Object.keys(processors) as Processor[]))),
  }),
)

/** Enqueues a check of a mandate at `runAt`. The scheduled job checks it too; the first one to run does the work. */
export const enqueueMandateCheck = (tx: Tx, { merchantId, id }: MandateKey, runAt: Date) =>
  enqueueJob(tx, checkMandate, { merchantId, id }, { merchantId, key: `${id}:${runAt.getTime()}`, runAt })
