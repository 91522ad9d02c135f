import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { cancelSubscription } from '@adire/contract/subscriptions.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatLagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { endSubscription } from './end.ts'
import { appendSubscriptionEvent, lockSubscription, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'

export async function cancelSubscriptionHandler(
  context: MerchantContext,
  { id, when, note }: ParsedInput<typeof cancelSubscription>,
) {
  const { tx, merchant } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  await cancelLockedSubscription(context, subscription, {
    endReason: 'merchant',
    by: await readActorName(context),
    when,
    note,
  })
  await recordAuditEvent(context, {
    action: 'subscription.cancelled',
    object: subscription.code,
    after: { when: when ?? 'period_end', note },
  })
  return retrieveSubscription(context, id)
}

interface Wish {
  endReason: 'merchant' | 'payer'
  by: string
  when?: 'now' | 'period_end' | undefined
  note?: string | undefined
}

/**
 * Cancels a locked subscription, now or at the end of the paid or trial period. If the current period is not paid, it ends now.
 * @throws 409 subscription_ended, subscription_ending
 */
export async function cancelLockedSubscription(
  context: Context,
  subscription: SubscriptionRecord,
  wish: Wish,
): Promise<void> {
  const { tx, now } = context
  const { endReason, by, note = null } = wish
  if (subscription.endedAt) throw problem.conflict('subscription_ended', 'This subscription has already ended')
  const isOver =
    now >= subscription.periodEndsAt || subscription.status === 'attention' || subscription.status === 'pending'
  const isNow = wish.when === 'now' || isOver
  if (subscription.status === 'non_renewing' && !isNow)
    throw problem.conflict(
      'subscription_ending',
      `This subscription already ends on ${formatLagosDay(subscription.periodEndsAt)}`,
    )
  const cancelled = { endReason, endNote: note, cancelledAt: now }
  const until = isNow ? 'at once' : `for ${formatLagosDay(subscription.periodEndsAt)}`
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'cancelled',
    `${by} cancelled it ${until}${note ? `: ${note}` : ''}`,
  )
  if (isNow) {
    const changed = await updateSubscriptionRecord(tx, subscription, cancelled)
    await endSubscription(context, changed, { status: 'cancelled' })
    return
  }
  // If a charge is in progress, keep the time of its next check.
  const dueAt = subscription.openInvoiceId ? subscription.dueAt : subscription.periodEndsAt
  await updateSubscriptionRecord(tx, subscription, {
    ...cancelled,
    status: 'non_renewing',
    pausedAt: null,
    resumeAt: null,
    nextPlanId: null,
    nextQuantity: null,
    dueAt,
  })
  await enqueueSubscriptionEmail(context, subscription, 'ending')
  await emitSubscription(context, subscription, 'subscription.not_renew')
}
