import { dayMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { extendTrial } from '@adire/contract/subscription-actions.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { daysBetween, formatLagosDay, lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { appendSubscriptionEvent, lockSubscription, updateSubscriptionRecord } from './move.ts'
import { requireNear, requireRenewing } from './pause.ts'

/**
 * Extends the free trial: the first charge moves to the given day, at the same time of day. A repeated request changes nothing.
 * @throws 422 at `endsOn`; 409 not_in_trial, subscription_not_active, subscription_charging
 */
export async function extendTrialHandler(context: MerchantContext, { id, endsOn }: ParsedInput<typeof extendTrial>) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  requireRenewing(subscription, 'extended')
  const { isTrial, periodEndsAt } = subscription
  if (!isTrial || now >= periodEndsAt) throw problem.conflict('not_in_trial', 'The free trial has already ended')
  const presentDay = lagosDay(periodEndsAt)
  if (endsOn === presentDay) return retrieveSubscription(context, id)
  requireNear('endsOn', endsOn, now)
  if (endsOn < presentDay) throw problem.field('endsOn', `Use a day after ${formatLagosDay(periodEndsAt)}`)
  const endsAt = new Date(periodEndsAt.getTime() + (daysBetween(presentDay, endsOn) - 1) * dayMs)
  const extended = await updateSubscriptionRecord(tx, subscription, {
    trialEndsAt: endsAt,
    anchorAt: endsAt,
    periodEndsAt: endsAt,
    dueAt: endsAt,
  })
  const text = `${await readActorName(context)} extended the free trial from ${formatLagosDay(periodEndsAt)} to ${formatLagosDay(endsAt)}`
  await appendSubscriptionEvent(tx, extended, now, 'trial_extended', text)
  await recordAuditEvent(context, {
    action: 'subscription.trial_extended',
    object: subscription.code,
    before: { endsOn: presentDay },
    after: { endsOn },
  })
  await enqueueSubscriptionEmail(context, extended, 'trial_extended')
  return retrieveSubscription(context, id)
}
