import type { ApiConfig } from '../../config.ts'
import type { Context } from '../../context.ts'
import type { JobUnitOfWork } from '../../jobs/job-handler.ts'
import { sendDebitNoticeForBusiness } from '../customer-emails/debit-notices.ts'
import { type EmailedSubscription, findForEmail } from './emails/find.ts'
import { subscriptionEmail } from './emails/subscription-email.ts'
import { lockSubscription, type SubscriptionKey, updateSubscriptionRecord } from './move.ts'
import { appendNotifiedEvent, isDebitTooNear, postponeAnnouncedDebit } from './notices.ts'

/** Hands the notice of the next debit to the mail server, and records it: until then, the debit waits. */
export async function deliverDebitNotice(unitOfWork: JobUnitOfWork, key: SubscriptionKey): Promise<void> {
  const { config, write } = unitOfWork
  const announced = await write((context) => prepareNotice(context, key, config))
  if (!announced) return
  await sendDebitNoticeForBusiness(unitOfWork, key, (sender) =>
    subscriptionEmail(config, sender, announced, 'upcoming'),
  )
  await write((context) => recordNotice(context, key, announced.subscription.unsentNoticeFor))
}

/**
 * The subscription, its debit postponed if the notice waited so long that too little time is left. Undefined if there is no debit to
 * announce now; it is then announced when there is one again.
 */
async function prepareNotice(
  context: Context,
  key: SubscriptionKey,
  config: ApiConfig,
): Promise<EmailedSubscription | undefined> {
  const { tx, now } = context
  const subscription = await lockSubscription(tx, key)
  if (!subscription.unsentNoticeFor) return undefined
  const { status, pausedAt, openInvoiceId, dueAt } = subscription
  if ((status !== 'active' && status !== 'pending') || pausedAt || openInvoiceId || !dueAt) {
    await updateSubscriptionRecord(tx, subscription, { noticedFor: null, unsentNoticeFor: null })
    return undefined
  }
  if (subscription.mandateId && isDebitTooNear(subscription, now)) await postponeAnnouncedDebit(context, subscription)
  return findForEmail(tx, key, config)
}

async function recordNotice(context: Context, key: SubscriptionKey, sentFor: Date | null): Promise<void> {
  const { tx } = context
  const subscription = await lockSubscription(tx, key)
  if (subscription.unsentNoticeFor?.getTime() !== sentFor?.getTime()) return
  await updateSubscriptionRecord(tx, subscription, { unsentNoticeFor: null })
  await appendNotifiedEvent(context, subscription)
}
