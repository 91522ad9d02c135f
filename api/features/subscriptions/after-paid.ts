import type { Context } from '../../context.ts'
import { emitSubscription } from './emit.ts'
import { appendSubscriptionEvent, findRenewedPlan, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'

/**
 * Next state of a locked subscription after its current period is paid: it continues, or ends with the period. `paid` is what else the
 * payment changes.
 */
export async function afterPaid(
  context: Context,
  subscription: SubscriptionRecord,
  paid: Partial<SubscriptionRecord> = {},
): Promise<SubscriptionRecord> {
  const { tx, now } = context
  const plan = await findRenewedPlan(context, subscription)
  if (subscription.status === 'non_renewing')
    return updateSubscriptionRecord(tx, subscription, { ...paid, dueAt: subscription.periodEndsAt })
  const isLast = subscription.chargeLimit !== null && subscription.charges >= subscription.chargeLimit
  if (isLast || plan.status === 'deleted') {
    const endReason = isLast ? 'limit_reached' : 'plan_deleted'
    const ending = await updateSubscriptionRecord(tx, subscription, {
      ...paid,
      status: 'non_renewing',
      endReason,
      dueAt: subscription.periodEndsAt,
    })
    const text = isLast ? 'That was the last charge' : 'The plan was deleted: there are no more charges'
    await appendSubscriptionEvent(tx, subscription, now, 'non_renewing', text)
    await emitSubscription(context, subscription, 'subscription.not_renew')
    return ending
  }
  if (subscription.status === 'attention')
    await appendSubscriptionEvent(tx, subscription, now, 'recovered', 'It is active again')
  return updateSubscriptionRecord(tx, subscription, { ...paid, status: 'active', dueAt: subscription.periodEndsAt })
}
