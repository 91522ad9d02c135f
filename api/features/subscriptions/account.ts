import type { Context } from '../../context.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { type AccountRecord, findDebitAccount } from './debit-account.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { endSubscription } from './end.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  lockSubscription,
  type SubscriptionKey,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { isChargedAgain } from './of-card.ts'
import { trialFrom } from './start.ts'
import type { FailureReason } from './tables.ts'

/** Why the account cannot be debited by this amount now; undefined if it can. */
export function findObstacle(account: AccountRecord, kobo: number): FailureReason | undefined {
  if (account.endedAt) return 'account_lost'
  if (!account.readyToDebit) return 'account_suspended'
  return kobo > account.limitKobo ? 'over_mandate' : undefined
}

/** Applies a mandate change to its subscription: the bank now accepts debits, or the mandate has ended. Idempotent. */
export async function handleMandateChange(context: Context, key: SubscriptionKey): Promise<void> {
  const subscription = await lockSubscription(context.tx, key)
  const account = await findDebitAccount(context.tx, subscription)
  if (subscription.endedAt || !account) return
  if (account.endedAt) return loseAccount(context, subscription, account)
  if (subscription.status === 'pending' && account.readyToDebit) await startPending(context, subscription)
}

async function loseAccount(context: Context, subscription: SubscriptionRecord, account: AccountRecord): Promise<void> {
  const { tx, now } = context
  if (subscription.status === 'pending')
    return void (await endSubscription(context, subscription, { status: 'cancelled', endReason: 'mandate_ended' }))
  await updateSubscriptionRecord(tx, subscription, { mandateId: null })
  const text = `The account ending ${account.last4} can no longer be debited: ${account.reason ?? 'its mandate has ended'}`
  await appendSubscriptionEvent(tx, subscription, now, 'account_lost', text)
  if (isChargedAgain(subscription)) await enqueueSubscriptionEmail(context, subscription, 'account_lost')
}

/** Activates a pending subscription. Starts the trial if the plan has one; otherwise the first charge is due at once. */
async function startPending(context: Context, subscription: SubscriptionRecord): Promise<void> {
  const { tx, now } = context
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  if (plan.status === 'deleted')
    return void (await endSubscription(context, subscription, { status: 'cancelled', endReason: 'plan_deleted' }))
  const period =
    plan.trialDays > 0
      ? { ...trialFrom(now, plan), amountKobo: subscription.amountKobo }
      : { anchorAt: now, periodStartsAt: now, periodEndsAt: now }
  const started = await updateSubscriptionRecord(tx, subscription, {
    status: 'active',
    ...period,
    dueAt: period.periodEndsAt,
  })
  await appendSubscriptionEvent(
    tx,
    started,
    now,
    'started',
    `The bank accepts debits: the subscription to ${plan.name} starts`,
  )
  await enqueueSubscriptionEmail(context, started, 'started')
  await emitSubscription(context, started, 'subscription.created')
  await sendNotification(context, subscription.merchantId, {
    kind: 'payment',
    title: `A new subscription to ${plan.name}`,
    text: `${subscription.customerName ?? subscription.customerEmail} pays from a bank account.`,
    path: `/subscriptions/${subscription.id}`,
  })
}
