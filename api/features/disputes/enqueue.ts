import { afterRunning, disputeReminderMs } from '@adire/contract/dispute-clock.ts'
import * as z from 'zod/mini'
import { type Processor, processors } from '../../connectors/processors.ts'
import { isDisputedLater } from '../../connectors/sandbox/cards.ts'
import type { Context } from '../../context.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { DisputeRecord } from './move.ts'

const chargebackAfterMs = 60_000

/** Delay of the decision, in ms, so that it visibly comes from outside. */
const decisionAfterMs = 2_000

const mode = z.enum(['TEST', 'LIVE'])

export const DisputeJob = z.object({ merchantId: z.string(), id: z.string(), mode })

const processor = z.enum(Object.keys(processors) as Processor[])

/** Sends the response to a dispute to its processor. */
export const sendDisputeResponse = defineJob(
  'send-dispute-response',
  z.object({ merchantId: z.string(), id: z.string() }),
)

/** Queries a dispute at its processor; `reference` is the processor's. */
export const checkDispute = defineJob('check-dispute', z.object({ processor, reference: z.string() }))

/** A reminder belongs to one deadline: a reopened dispute has another. */
export const ReminderJob = z.extend(DisputeJob, { dueAt: z.optional(z.string()) })

export const sandboxChargeback = defineJob('sandbox-chargeback', z.object({ merchantId: z.string(), id: z.string() }))

export const sandboxDecision = defineJob(
  'sandbox-dispute-decision',
  z.object({ merchantId: z.string(), id: z.string(), resolution: z.enum(['won', 'lost']) }),
)

export const remindOfDispute = defineJob('remind-of-dispute', ReminderJob)

export const acceptOverdueDispute = defineJob('accept-dispute', DisputeJob)

/** In test mode, enqueues the chargeback of the test card that is disputed, one minute after the payment. */
export async function enqueueChargeback({ tx, mode, now }: Context, payment: PaymentRecord): Promise<void> {
  const { merchantId, id, channel, channelDetails, cardLast4 } = payment
  const bin = channelDetails.card?.bin
  if (mode !== 'TEST' || channel !== 'card' || !bin || !cardLast4 || !isDisputedLater(bin, cardLast4)) return
  const runAt = new Date(now.getTime() + chargebackAfterMs)
  await enqueueJob(tx, sandboxChargeback, { merchantId, id }, { merchantId, key: id, runAt })
}

/**
 * Enqueues the sandbox bank's decision, which depends on the names of the documents; without such a name the dispute waits for a
 * person. Test mode only.
 */
export async function enqueueSandboxDecision(
  { tx, mode, now }: Context,
  dispute: DisputeRecord,
  documentNames: readonly string[],
) {
  const { merchantId, id } = dispute
  const found = documentNames.map((name) => name.toLowerCase().match(/^sandbox-(won|lost)\./)?.[1]).find(Boolean)
  if (mode !== 'TEST' || !found) return
  const runAt = new Date(now.getTime() + decisionAfterMs)
  await enqueueJob(
    tx,
    sandboxDecision,
    { merchantId, id, resolution: found as 'won' | 'lost' },
    { merchantId, key: `${id}:${now.toISOString()}`, runAt },
  )
}

export async function enqueueResponse({ tx }: Context, { merchantId, id }: DisputeRecord): Promise<void> {
  await enqueueJob(tx, sendDisputeResponse, { merchantId, id }, { merchantId })
}

export async function enqueueDisputeCheck(
  { tx }: Pick<Context, 'tx'>,
  { merchantId, processor, processorReference: reference }: DisputeRecord,
): Promise<void> {
  await enqueueJob(tx, checkDispute, { processor: processor!, reference }, { merchantId })
}

/** Starts the response time: enqueues the reminders and the automatic acceptance at the deadline. */
export async function enqueueDeadlineJobs(context: Context, dispute: DisputeRecord): Promise<void> {
  const { tx, mode } = context
  const { merchantId, id, dueAt } = dispute
  const key = `${id}:${dueAt.toISOString()}`
  await enqueueJob(tx, acceptOverdueDispute, { merchantId, id, mode }, { merchantId, key, runAt: dueAt })
  await enqueueReminder(context, dispute)
}

export async function enqueueReminder(
  { tx, mode, now }: Context,
  { merchantId, id, dueAt }: DisputeRecord,
): Promise<void> {
  const runAt = afterRunning(now, disputeReminderMs)
  if (runAt < dueAt)
    await enqueueJob(
      tx,
      remindOfDispute,
      { merchantId, id, mode, dueAt: dueAt.toISOString() },
      { merchantId, key: `${id}:${runAt.toISOString()}`, runAt },
    )
}
