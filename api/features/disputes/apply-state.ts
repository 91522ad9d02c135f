import type { DisputeResolution } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { DisputeState, ProcessorDispute } from '../../connectors/disputes.ts'
import type { Processor } from '../../connectors/processors.ts'
import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { alertOfUnansweredDispute } from './alert-operator.ts'
import { endDispute } from './end.ts'
import { enqueueDeadlineJobs } from './enqueue.ts'
import {
  appendDisputeEvent,
  type DisputeKey,
  type DisputeRecord,
  type DisputeWithPayment,
  isUnsent,
  lockDispute,
  updateDisputeRecord,
} from './move.ts'
import { openDispute } from './open.ts'
import { mayReopen, reopenDispute } from './reopen.ts'

/** A dispute as its processor reports it, and our record of it from before the query. */
interface Found {
  processor: Processor
  found: ProcessorDispute
  /** Undefined if the dispute was unknown. */
  before: DisputeRecord | undefined
}

/**
 * Applies the state of a dispute at its processor: opens it, changes its deadline, or ends it. Repeated and late states change nothing.
 * Returns what changed, as a sentence.
 */
export async function applyDisputeState(context: Context, payment: DisputeKey, given: Found): Promise<string> {
  const { processor, found, before } = given
  const { reference: processorReference, category, reason, amountKobo, dueAt, state } = found
  if (state.kind === 'pending') return 'The dispute is still being prepared'
  const notice = { processor, processorReference, category, reason, amountKobo, dueAt }
  const opened = await openDispute(context, payment, notice)
  if (!opened) {
    await alertOfUnansweredDispute(context, processor, found)
    return 'Nothing of the payment is left to dispute, or another dispute is open'
  }
  const locked = await lockDispute(context.tx, opened)
  if (state.kind === 'awaiting_merchant') return awaitMerchant(context, locked, given)
  if (state.kind === 'awaiting_bank') return awaitBank(context, locked, before)
  if (!locked.dispute.resolvedAt) return decide(context, locked, state, before)
  // A bank may change its decision without asking again.
  const isOverturned = state.kind === 'lost' && isCurrent(locked.dispute, before) && (await mayReopen(context, locked))
  if (!isOverturned) return `The dispute ${locked.dispute.reference} was decided before`
  await reopenDispute(context, locked.dispute, 'reopened', dueAt)
  const again = await lockDispute(context.tx, opened)
  return decide(context, again, state, again.dispute)
}

/** Whether nothing has changed here since the processor was queried. Otherwise it may have answered about an earlier response. */
const isCurrent = (dispute: DisputeRecord, before: DisputeRecord | undefined): boolean =>
  before ? nameStep(dispute) === nameStep(before) : dispute.status === 'awaiting_merchant_feedback'

const nameStep = ({ status, respondedAt, sentAt, resolvedAt }: DisputeRecord): string =>
  [status, ...[respondedAt, sentAt, resolvedAt].map(Number)].join()

async function awaitMerchant(context: Context, locked: DisputeWithPayment, { found, before }: Found): Promise<string> {
  const { dispute } = locked
  const { dueAt } = found
  if (dispute.status === 'awaiting_merchant_feedback') {
    if (!dueAt || dueAt.getTime() === dispute.dueAt.getTime()) return `The dispute ${dispute.reference} is open`
    await enqueueDeadlineJobs(context, await updateDisputeRecord(context.tx, dispute, { dueAt }))
    return `The dispute ${dispute.reference} has another deadline`
  }
  // The processor may have answered before it had the response, or before it decided.
  if (!isCurrent(dispute, before) || isUnsent(dispute)) return `The dispute ${dispute.reference} has a response`
  const isAsked = dispute.status === 'awaiting_bank_feedback'
  if (!isAsked && !(await mayReopen(context, locked))) return `The dispute ${dispute.reference} stays decided`
  await reopenDispute(context, dispute, isAsked ? 'asks_more' : 'reopened', dueAt)
  return `The dispute ${dispute.reference} is open again`
}

async function awaitBank(
  context: Context,
  { dispute }: DisputeWithPayment,
  before: DisputeRecord | undefined,
): Promise<string> {
  const { tx, now } = context
  const { status, sentAt, respondedAt, reference } = dispute
  if (!isCurrent(dispute, before)) return hasChanged(dispute)
  if (status === 'awaiting_merchant_feedback' || (status === 'awaiting_bank_feedback' && sentAt === null)) {
    const sent = await updateDisputeRecord(tx, dispute, {
      status: 'awaiting_bank_feedback',
      respondedAt: respondedAt ?? now,
      sentAt: now,
    })
    await appendDisputeEvent(tx, sent, now, 'sent', 'The bank has the response')
  }
  return `The bank decides the dispute ${reference}`
}

/** Result for an outdated query. The next query, within the hour, applies the present state. */
const hasChanged = ({ reference }: DisputeRecord) => `The dispute ${reference} has changed since the query`

async function decide(
  context: Context,
  locked: DisputeWithPayment,
  state: Extract<DisputeState, { kind: 'won' | 'lost' }>,
  before: DisputeRecord | undefined,
): Promise<string> {
  const { reference, amountKobo } = locked.dispute
  if (!isCurrent(locked.dispute, before)) return hasChanged(locked.dispute)
  const resolution = toResolution(locked.dispute, state)
  const lostKobo = state.kind === 'won' ? 0 : Math.min(state.lostKobo, amountKobo)
  // The bank may take more than the disputed amount, which excludes refunds that are under way.
  const dispute =
    state.kind === 'lost'
      ? await updateDisputeRecord(context.tx, locked.dispute, { claimedKobo: state.lostKobo })
      : locked.dispute
  await endDispute(context, { ...locked, dispute }, resolution, lostKobo)
  return `The dispute ${reference} is ${state.kind}`
}

function toResolution({ status, offeredKobo }: DisputeRecord, state: DisputeState): DisputeResolution {
  if (state.kind !== 'lost') return 'won'
  if (offeredKobo !== null) return 'merchant_accepted'
  return state.how === 'no_response' && status === 'awaiting_merchant_feedback' ? 'auto_accepted' : 'lost'
}

/**
 * Gives a response that the processor rejected back to the merchant, who can change it until the deadline. `sent` is the dispute as it was
 * when the response was sent: if the merchant has responded again since, nothing changes.
 */
export async function returnResponse(context: Context, sent: DisputeRecord, message: string): Promise<void> {
  const { tx, now } = context
  const { dispute } = await lockDispute(tx, sent)
  if (!isUnsent(dispute) || !isCurrent(dispute, sent)) return
  const open = await updateDisputeRecord(tx, dispute, {
    status: 'awaiting_merchant_feedback',
    respondedAt: null,
    offeredKobo: null,
  })
  const text = `The response could not be delivered: ${message}`
  await appendDisputeEvent(tx, open, now, 'rejected', text)
  await sendNotification(context, open.merchantId, {
    kind: 'dispute',
    title: `Your response to the dispute over ${formatNaira(open.amountKobo)} was not delivered`,
    text: `${text}. Please respond again.`,
    path: `/transactions/disputes/${open.id}`,
  })
  await enqueueDeadlineJobs(context, open)
}
