import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { pauseSubscription, resumeSubscription, sendSubscriptionLink } from '@adire/contract/subscriptions.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { recordAuditEvent, toActor } from '../audit/audit.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './mails.ts'
import { appendSubscriptionEvent, lockSubscription, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'

/**
 * Checks that a subscription renews automatically and has no unpaid invoice. `what` is the past participle for the message.
 * @throws 409 subscription_not_active, subscription_charging
 */
export function requireRenewing(subscription: SubscriptionRecord, what: string): void {
  if (subscription.status !== 'active' || subscription.pausedAt)
    throw problem.conflict(
      'subscription_not_active',
      `Only a subscription that is active and not paused can be ${what}`,
    )
  if (subscription.openInvoiceId)
    throw problem.conflict('subscription_charging', 'It is being charged just now. Try again in a minute.')
}

/** Pauses a subscription: no charges until it is resumed. The paid period runs to its end. */
export async function pauseSubscriptionHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof pauseSubscription>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  requireRenewing(subscription, 'paused')
  await updateSubscriptionRecord(tx, subscription, { pausedAt: now, dueAt: null })
  await appendSubscriptionEvent(tx, subscription, now, 'paused', `${toActor(context).name} paused it`)
  await recordAuditEvent(context, { action: 'subscription.paused', object: subscription.code })
  await enqueueSubscriptionEmail(context, subscription, 'paused')
  return retrieveSubscription(context, id)
}

/** Resumes a subscription. If its period is over, the next one starts now and becomes the new anchor. */
export async function resumeSubscriptionHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof resumeSubscription>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  if (!subscription.pausedAt) throw problem.conflict('subscription_not_paused', 'This subscription is not paused')
  const isOver = now >= subscription.periodEndsAt
  const resumed = await updateSubscriptionRecord(tx, subscription, {
    pausedAt: null,
    dueAt: isOver ? now : subscription.periodEndsAt,
    ...(isOver && { anchorAt: now, step: -1, periodEndsAt: now }),
  })
  await appendSubscriptionEvent(tx, subscription, now, 'resumed', `${toActor(context).name} resumed it`)
  await recordAuditEvent(context, { action: 'subscription.resumed', object: subscription.code })
  await enqueueSubscriptionEmail(context, resumed, 'resumed')
  return retrieveSubscription(context, id)
}

const linkPauseMs = 60_000

export async function sendSubscriptionLinkHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof sendSubscriptionLink>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  if (subscription.linkMailedAt && now.getTime() - subscription.linkMailedAt.getTime() < linkPauseMs)
    throw problem.conflict('link_sent', 'It was sent a moment ago. Wait a minute before sending it again.')
  await updateSubscriptionRecord(tx, subscription, { linkMailedAt: now })
  await recordAuditEvent(context, { action: 'subscription.link_sent', object: subscription.code })
  await takeCustomerEmail(context, merchant.id, subscription.customerEmail)
  await enqueueSubscriptionEmail(context, subscription, 'link', true)
}
