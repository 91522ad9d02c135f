import * as z from 'zod/mini'
import type { Tx } from '../../database/connect.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import type { MandateKey } from './move.ts'

export const lookAtMandate = defineJob('look-at-mandate', z.object({ merchantId: z.string(), id: z.string() }))
export const attemptDebit = defineJob('attempt-debit', z.object({ merchantId: z.string(), id: z.string() }))

/** Something of a mandate concerns the subscription that it pays: `id` is the subscription's. */
export const mandateMoved = defineJob('mandate-of-subscription', z.object({ merchantId: z.string(), id: z.string() }))
/** The subscription that a mandate paid has ended, or is paid otherwise. */
export const endMandate = defineJob(
  'end-mandate',
  z.object({ merchantId: z.string(), id: z.string(), reason: z.string() }),
)

/** Promises a look at a mandate at an instant. The sweep comes by too; whoever is first does it. */
export const followMandate = (tx: Tx, { merchantId, id }: MandateKey, runAt: Date) =>
  enqueueJob(tx, lookAtMandate, { merchantId, id }, { merchantId, key: `${id}:${runAt.getTime()}`, runAt })
