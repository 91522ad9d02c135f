import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { pauseSubscription, resumeSubscription, sendSubscriptionLink } from '@adire/contract/subscriptions.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { addDays, formatLagosDay, lagosDay, startOfDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
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
    throw problem.conflict(
      'subscription_charging',
      'This subscription is being charged right now. Try again in a minute.',
    )
}

/** Pauses a subscription: no charges until it is resumed, on a given day or by the merchant. The paid period runs to its end. */
export async function pauseSubscriptionHandler(
  context: MerchantContext,
  { id, resumeOn }: ParsedInput<typeof pauseSubscription>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  requireRenewing(subscription, 'paused')
  if (resumeOn) requireNear('resumeOn', resumeOn, now)
  const resumeAt = resumeOn ? startOfDay(resumeOn) : null
  await updateSubscriptionRecord(tx, subscription, { pausedAt: now, resumeAt, dueAt: resumeAt })
  const until = resumeAt ? ` until ${formatLagosDay(resumeAt)}` : ''
  await appendSubscriptionEvent(tx, subscription, now, 'paused', `${await readActorName(context)} paused it${until}`)
  await recordAuditEvent(context, { action: 'subscription.paused', object: subscription.code, after: { resumeOn } })
  await enqueueSubscriptionEmail(context, subscription, 'paused')
  return retrieveSubscription(context, id)
}

const maxDaysAhead = 730

/**
 * Checks that a day is after today and within two years.
 * @throws 422 validation_error at the field
 */
export function requireNear(field: string, day: string, now: Date): void {
  const today = lagosDay(now)
  if (day <= today) throw problem.field(field, 'Use tomorrow or a later day')
  if (day > addDays(today, maxDaysAhead)) throw problem.field(field, 'Use a day within the next two years')
}

/** Resumes a locked subscription. If its period is over, the next one starts now and becomes the new anchor. */
export async function resumeLockedSubscription(
  context: Context,
  subscription: SubscriptionRecord,
  by: string,
): Promise<void> {
  const { tx, now } = context
  const isOver = now >= subscription.periodEndsAt
  const resumed = await updateSubscriptionRecord(tx, subscription, {
    pausedAt: null,
    resumeAt: null,
    dueAt: isOver ? now : subscription.periodEndsAt,
    // It is charged at once, without a notice.
    ...(isOver && { anchorAt: now, step: -1, periodEndsAt: now, noticedFor: now, unsentNoticeFor: null }),
  })
  await appendSubscriptionEvent(tx, subscription, now, 'resumed', `${by} resumed it`)
  await enqueueSubscriptionEmail(context, resumed, 'resumed')
}

export async function resumeSubscriptionHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof resumeSubscription>,
) {
  const { tx, merchant } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  if (!subscription.pausedAt) throw problem.conflict('subscription_not_paused', 'This subscription is not paused')
  await resumeLockedSubscription(context, subscription, await readActorName(context))
  await recordAuditEvent(context, { action: 'subscription.resumed', object: subscription.code })
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
    throw problem.conflict('link_sent', 'The link was sent a moment ago. Wait a minute before you send it again.')
  await updateSubscriptionRecord(tx, subscription, { linkMailedAt: now })
  await recordAuditEvent(context, { action: 'subscription.link_sent', object: subscription.code })
  await takeCustomerEmail(context, merchant.id, subscription.customerEmail)
  await enqueueSubscriptionEmail(context, subscription, 'link', true)
}
