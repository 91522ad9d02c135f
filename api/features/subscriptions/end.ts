import { formatNaira } from '@adire/contract/money.ts'
import type { EndReason } from '@adire/contract/subscription-fields-schemas.ts'
import { endReasons } from '@adire/contract/subscriptions.ts'
import type { Context } from '../../context.ts'
import { notifyInDigest } from '../notifications/digest.ts'
import { dropCard } from '../saved-cards/revoke.ts'
import { dropAccount } from './debit-account.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { leaveToQueries } from './leave-to-queries.ts'
import { appendSubscriptionEvent, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'
import { returnUnusedCoupon } from './payer-coupon.ts'

const sentences: Record<EndReason, string> = {
  payer: 'It has ended: the customer had cancelled it',
  merchant: 'It has ended: it was cancelled',
  payment_failed: 'It has ended: the card could not be charged',
  plan_deleted: 'It has ended: the plan was deleted',
  limit_reached: 'It is complete: all billing cycles are charged',
  mandate_ended: 'It has not begun: the account was not allowed to be debited',
}

const appendLapsedCredit = ({ tx, now }: Context, subscription: SubscriptionRecord) =>
  appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'credit_lapsed',
    `The credit of ${formatNaira(subscription.creditKobo)} has lapsed: refund it if you owe it`,
  )

interface Ending {
  status: 'cancelled' | 'completed'
  /** Default: the reason stored at cancellation, else `merchant`. */
  endReason?: EndReason
}

/** Ends a locked subscription permanently, and deletes its saved card or ends its mandate. */
export async function endSubscription(
  context: Context,
  subscription: SubscriptionRecord,
  { status, ...ending }: Ending,
) {
  const { tx, now } = context
  const endReason = ending.endReason ?? subscription.endReason ?? 'merchant'
  const ended = await updateSubscriptionRecord(tx, subscription, {
    status,
    endReason,
    endedAt: now,
    dueAt: null,
    pausedAt: null,
    resumeAt: null,
    nextPlanId: null,
    nextQuantity: null,
    openInvoiceId: null,
    savedCardId: null,
    mandateId: null,
  })
  await leaveToQueries(context, subscription)
  await returnUnusedCoupon(tx, subscription)
  await dropCard(tx, subscription.merchantId, subscription.savedCardId)
  await dropAccount(context, subscription, 'The subscription has ended')
  await appendSubscriptionEvent(tx, subscription, now, status, sentences[endReason])
  if (subscription.creditKobo > 0) await appendLapsedCredit(context, subscription)
  await enqueueSubscriptionEmail(context, ended, status === 'completed' ? 'completed' : 'cancelled')
  await emitSubscription(context, ended, `subscription.${status}`)
  if (endReason === 'payment_failed')
    await notifyInDigest(context, subscription.merchantId, {
      kind: 'subscription',
      title: 'A subscription was cancelled',
      text: `${subscription.customerName ?? subscription.customerEmail}: ${endReasons.payment_failed.toLowerCase()}.`,
      path: `/subscriptions/${subscription.id}`,
    })
  return ended
}
