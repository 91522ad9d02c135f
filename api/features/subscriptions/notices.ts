import { dayMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { formatInstant } from '../../lagos.ts'
import { calculateNoticeAt, debitLeadMs } from './calendar.ts'
import { enqueueDebitNotice, enqueueSubscriptionEmail } from './emails/enqueue.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  lockSubscription,
  type SubscriptionKey,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { subscriptions } from './tables.ts'

const due = { table: subscriptions, at: subscriptions.noticeAt }

/** Time after the end of a period, in ms, by which the job that sends the notice of its debit has been given up (`mailRetry`). */
const givenUpAfterMs = 6 * dayMs

/** Part of the usual time between a notice and its debit that must be left: the notice may be an hour of a day late. */
const leastLead = 23 / 24

export const nextNotice = nextDue(due)

/** Scheduled job: sends renewal notices, one per charge. `calculateNoticeAt` decides to whom and when. */
export const mailNotices = eachDue(due, ({ write }, key) => write((context) => sendNotice(context, key)))

async function sendNotice(context: Context, key: SubscriptionKey): Promise<boolean> {
  const { tx, now } = context
  const subscription = await lockSubscription(tx, key)
  if (!subscription.noticeAt || subscription.noticeAt > now) return false
  // The job ran too late: the receipt will inform the payer by card.
  if (subscription.periodEndsAt <= now && !subscription.mandateId)
    await updateSubscriptionRecord(tx, subscription, { noticedFor: subscription.periodEndsAt })
  else await announceCharge(context, subscription)
  return true
}

/**
 * Announces the debit of a locked subscription, and postpones it, if its notice was due and was not sent. One whose notice waits for the
 * mail server is postponed again. Returns whether it was: no account is debited without a notice.
 */
export async function postponeUnannouncedDebit(context: Context, subscription: SubscriptionRecord): Promise<boolean> {
  if (!subscription.mandateId) return false
  if (subscription.unsentNoticeFor) {
    await enqueueNoticeAgain(context, subscription)
    await postponeAnnouncedDebit(context, subscription)
    return true
  }
  const wasDue = calculateNoticeAt({ ...subscription, dueAt: subscription.periodEndsAt }) !== null
  return wasDue && announceCharge(context, subscription)
}

/**
 * Enqueues the notice of a due debit again, once in each `givenUpAfterMs` since the end of the period. Otherwise the subscription would go on
 * without a charge.
 */
async function enqueueNoticeAgain(context: Context, subscription: SubscriptionRecord): Promise<void> {
  const { tx, now } = context
  const { periodEndsAt, dueAt } = subscription
  const countRounds = (atMs: number) => Math.max(0, Math.floor((atMs - periodEndsAt.getTime()) / givenUpAfterMs))
  if (countRounds(now.getTime()) === countRounds(dueAt!.getTime() - debitLeadMs(subscription))) return
  await enqueueDebitNotice(context, subscription)
  const text = 'The charge still waits, because the customer could not be notified'
  await appendSubscriptionEvent(tx, subscription, now, 'charge_put_off', text)
}

/** Notifies the payer of the next charge. A debit that is too near is postponed; returns whether it was. */
async function announceCharge(context: Context, subscription: SubscriptionRecord): Promise<boolean> {
  const { tx, now } = context
  const { mandateId, periodEndsAt: noticedFor } = subscription
  const noticed = await updateSubscriptionRecord(tx, subscription, { noticedFor })
  // It ends instead, or a coupon or credit pays for the period.
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  if (plan.status === 'deleted' || (await findNextChargeKobo(tx, subscription)) === 0) return false
  if (!mandateId) {
    await enqueueSubscriptionEmail(context, subscription, 'upcoming')
    await appendNotifiedEvent(context, subscription)
    return false
  }
  await enqueueDebitNotice(context, subscription)
  const waiting = await updateSubscriptionRecord(tx, noticed, { unsentNoticeFor: noticedFor })
  const isPostponed = isDebitTooNear(waiting, now)
  if (isPostponed) await postponeAnnouncedDebit(context, waiting)
  return isPostponed
}

export const appendNotifiedEvent = ({ tx, now }: Context, subscription: SubscriptionRecord) =>
  appendSubscriptionEvent(tx, subscription, now, 'told', 'The customer was notified of the next charge')

/** Whether less time is left until a debit than its notice needs. */
export const isDebitTooNear = (subscription: SubscriptionRecord, now: Date): boolean =>
  subscription.dueAt!.getTime() - now.getTime() < debitLeadMs(subscription) * leastLead

/** Postpones the debit of a locked subscription by the time that its notice needs. The timeline says so once. */
export async function postponeAnnouncedDebit({ tx, now }: Context, subscription: SubscriptionRecord) {
  const dueAt = new Date(now.getTime() + debitLeadMs(subscription))
  if (subscription.dueAt!.getTime() <= subscription.periodEndsAt.getTime()) {
    const text = `The charge waits until ${formatInstant(dueAt)}, because its notice was late`
    await appendSubscriptionEvent(tx, subscription, now, 'charge_put_off', text)
  }
  return updateSubscriptionRecord(tx, subscription, { dueAt })
}
