import { earliestDebitDay } from '@adire/contract/debit-notice.ts'
import { dayMs, hourMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { formatDay } from '../../lagos.ts'
import { dropDebit } from './drop-debit.ts'
import { mailDebitNotice } from './emails/email-jobs.ts'
import { merchantKey } from './mandate-key.ts'
import { appendMandateEvent, type DebitRecord, type MandateRecord, updateDebitRecord } from './move.ts'
import { toMorning } from './plan.ts'

/** How much later than planned a notice may be sent before its debit is postponed, in ms. */
const graceMs = hourMs

/** How long after its day a debit waits for its notice, in ms: by then the job that sends it has been given up (`mailRetry`). */
const longestWaitMs = 5 * dayMs

const noticeNotSent = { code: 'notice_not_sent', message: 'The customer could not be notified of it for five days.' }

/** Announces a debit at the planned time. If the product did not run then, and less than a day is left, the debit is postponed. */
export async function announceDebit(context: Context, debit: DebitRecord, mandate: MandateRecord): Promise<void> {
  await (isNoticeLate(debit, debit.noticeAt!, context.now)
    ? postponeDebit(context, debit, mandate)
    : giveNotice(context, debit))
}

/**
 * Postpones a debit whose notice was not handed to the mail server in time: no customer is debited without a notice. A notice that is
 * being sent names the new day. Returns the debit, or undefined if the mandate ends before and it was dropped.
 */
export async function postponeDebit(
  context: Context,
  debit: DebitRecord,
  mandate: MandateRecord,
): Promise<DebitRecord | undefined> {
  const { tx, now } = context
  const dueOn = earliestDebitDay(now)
  if (mandate.endOn !== null && dueOn > mandate.endOn) return void (await dropDebit(context, debit, mandate))
  const postponed = await updateDebitRecord(tx, debit, { dueAt: toMorning(dueOn) })
  const text = `The debit of ${formatNaira(debit.amountKobo)} is made on ${formatDay(dueOn)}, a day after its notice`
  await appendMandateEvent(tx, mandate, now, 'debit_postponed', text)
  return postponed.noticeAt ? giveNotice(context, postponed) : postponed
}

/**
 * Postpones a due debit whose notice the mail server has not accepted: it may be down, for a day or longer. Once the job that sends the notice
 * has been given up, the debit is cancelled instead: the business is notified, and the schedule of the mandate goes on.
 */
export async function awaitNotice(context: Context, debit: DebitRecord, mandate: MandateRecord): Promise<void> {
  const isGivenUp = !debit.noticeAt && context.now.getTime() >= toMorning(debit.dueOn).getTime() + longestWaitMs
  await (isGivenUp ? dropDebit(context, debit, mandate, noticeNotSent) : postponeDebit(context, debit, mandate))
}

/** Whether a notice that was due at `noticeAt` is late, and less than a day is left until the debit, but for the hour by which it may be late. */
export const isNoticeLate = ({ dueAt }: DebitRecord, noticeAt: Date, now: Date): boolean =>
  now.getTime() > noticeAt.getTime() + graceMs && dueAt!.getTime() < now.getTime() + dayMs - graceMs

/** Enqueues the notice to the customer, once per debit. The debit waits until the mail server has it (`noticedAt`). */
export async function giveNotice({ tx }: Context, debit: DebitRecord): Promise<DebitRecord> {
  const { merchantId, id } = debit
  const notice = { merchantId, id, noticeAt: debit.noticeAt!.toISOString() }
  await enqueueJob(tx, mailDebitNotice, notice, { ...merchantKey(debit), key: `${id}:notice` })
  return updateDebitRecord(tx, debit, { noticeAt: null })
}
