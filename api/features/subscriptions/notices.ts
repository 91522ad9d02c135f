import type { Context } from '../../context.ts'
import { eachDue, nextDue } from '../../jobs/each-due.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  lockSubscription,
  type SubscriptionKey,
  updateSubscriptionRecord,
} from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { subscriptions } from './tables.ts'

const due = { table: subscriptions, at: subscriptions.noticeAt }

export const nextNotice = nextDue(due)

/** Scheduled job: sends renewal notices, one per charge. `calculateNoticeAt` decides to whom and when. */
export const mailNotices = eachDue(due, ({ write }, key) => write((context) => sendNotice(context, key)))

async function sendNotice(context: Context, key: SubscriptionKey): Promise<boolean> {
  const { tx, now } = context
  const subscription = await lockSubscription(tx, key)
  if (!subscription.noticeAt || subscription.noticeAt > now) return false
  await updateSubscriptionRecord(tx, subscription, { noticedFor: subscription.periodEndsAt })
  // The job ran too late: the receipt will inform the payer.
  if (subscription.periodEndsAt <= now) return true
  // It ends instead, or a coupon or credit pays for the period.
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  if (plan.status === 'deleted' || (await findNextChargeKobo(tx, subscription)) === 0) return true
  await appendSubscriptionEvent(tx, subscription, now, 'told', 'The customer was notified of the next charge')
  await enqueueSubscriptionEmail(context, subscription, 'upcoming')
  return true
}
