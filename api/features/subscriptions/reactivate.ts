import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { reactivateSubscription } from '@adire/contract/subscription-actions.ts'
import type { Context, MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatLagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { findObstacle } from './account.ts'
import { retrieveSubscription } from './detail.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  lockSubscription,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { nextDueKobo } from './period-price.ts'
import { findSource } from './source.ts'

/** Takes back a cancellation at the end of the period: the subscription is renewed again. */
export async function reactivateSubscriptionHandler(
  context: MerchantContext,
  { id }: ParsedInput<typeof reactivateSubscription>,
) {
  const { tx, merchant, now } = context
  const subscription = await lockSubscription(tx, { merchantId: merchant.id, id })
  await requireCancelled(context, subscription)
  await requireChargeable(context, subscription)
  const { openInvoiceId, dueAt, periodEndsAt } = subscription
  const reactivated = await updateSubscriptionRecord(tx, subscription, {
    status: 'active',
    endReason: null,
    endNote: null,
    cancelledAt: null,
    // If a charge is in progress, keep the time of its next check.
    dueAt: openInvoiceId ? dueAt : periodEndsAt,
  })
  const text = `${await readActorName(context)} took back the cancellation. It is renewed on ${formatLagosDay(periodEndsAt)}`
  await appendSubscriptionEvent(tx, subscription, now, 'reactivated', text)
  await recordAuditEvent(context, { action: 'subscription.reactivated', object: subscription.code })
  await enqueueSubscriptionEmail(context, reactivated, 'reactivated')
  await emitSubscription(context, reactivated, 'subscription.updated')
  return retrieveSubscription(context, id)
}

/** @throws 409 subscription_ended, subscription_not_ending, subscription_ending, plan_closed */
async function requireCancelled({ tx, now }: Context, subscription: SubscriptionRecord): Promise<void> {
  const { status, endedAt, endReason, merchantId, planId, chargeLimit, charges, periodEndsAt } = subscription
  if (endedAt || (status === 'non_renewing' && periodEndsAt <= now))
    throw problem.conflict('subscription_ended', 'This subscription has already ended')
  if (status !== 'non_renewing')
    throw problem.conflict('subscription_not_ending', 'This subscription is not cancelled for the end of its period')
  const plan = await findPlanRecord(tx, { merchantId, id: planId })
  if (plan.status === 'deleted')
    throw problem.conflict('plan_closed', 'The plan was deleted, so this subscription can’t be renewed')
  const isCancelled = endReason === 'merchant' || endReason === 'payer'
  if (!isCancelled || (chargeLimit !== null && charges >= chargeLimit))
    throw problem.conflict(
      'subscription_ending',
      `All its billing cycles are complete: it ends on ${formatLagosDay(periodEndsAt)}`,
    )
}

/** @throws 409 no_card, account_not_debited */
async function requireChargeable({ tx }: Context, subscription: SubscriptionRecord): Promise<void> {
  const source = await findSource(tx, subscription)
  if (!source)
    throw problem.conflict('no_card', 'There is no card to charge any more. Ask the customer to subscribe again.')
  if ('account' in source && findObstacle(source.account, nextDueKobo(subscription)))
    throw problem.conflict('account_not_debited', 'The account cannot be debited for the next charge')
}
