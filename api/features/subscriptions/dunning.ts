import { hourMs } from '@adire/contract/durations.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { usualRetryDays } from '@adire/contract/retry-settings.ts'
import { type DeclineReason, responseCodes } from '../../connectors/response-codes.ts'
import type { Context } from '../../context.ts'
import { addDays, formatInstant, formatLagosDay, lagosDay, startOfDay } from '../../lagos.ts'
import { notifyInDigest } from '../notifications/digest.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { calculateLastRetryAt, calculateRetryAt, type FirstFailure } from './calendar.ts'
import { mayDebitAgain } from './charge.ts'
import { enqueueSubscriptionEmail } from './emails/enqueue.ts'
import { emitSubscription } from './emit.ts'
import { endSubscription } from './end.ts'
import {
  appendSubscriptionEvent,
  findPlanRecord,
  type InvoiceRecord,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { findRetrySettings } from './retry-settings.ts'
import { isSoftDecline } from './soft-declines.ts'
import type { FailureReason } from './tables.ts'

const ours = {
  abandoned: 'The bank never answered',
  no_card: 'There is no card to charge',
  account_lost: 'The account can no longer be debited',
  account_suspended: 'The bank has suspended debits of the account',
  over_mandate: 'It is more than the customer allowed to be debited',
}
const failureMessage = (reason: FailureReason) =>
  reason in ours ? ours[reason as keyof typeof ours] : responseCodes[reason as DeclineReason].message

interface Failed {
  invoice: InvoiceRecord
  payment: PaymentRecord
  reason: DeclineReason | 'abandoned'
}

/** Handles a failed charge of a locked subscription. A failed manual payment does not change the retry schedule. */
export async function chargeFailed(context: Context, subscription: SubscriptionRecord, failed: Failed): Promise<void> {
  const { tx, now } = context
  const { invoice, payment, reason } = failed
  const failure = { failureCode: reason, failureMessage: failureMessage(reason) }
  if (invoice.kind === 'change') {
    await updateSubscriptionInvoiceRecord(tx, invoice, { status: 'failed', ...failure })
    await appendSubscriptionEvent(
      tx,
      subscription,
      now,
      'change_failed',
      `The change to ${invoice.planName} was not paid: ${failure.failureMessage}`,
    )
    await updateSubscriptionRecord(tx, subscription, {
      openInvoiceId: null,
      dueAt: subscription.endedAt || subscription.pausedAt ? null : subscription.periodEndsAt,
    })
  } else if (subscription.endedAt) await updateSubscriptionInvoiceRecord(tx, invoice, { status: 'failed', ...failure })
  else if (invoice.requestedPaymentId === payment.id)
    await handleDeclinedRequest(context, subscription, { ...invoice, ...failure })
  else if (payment.savedCardId || payment.mandateId) await handleDeclinedCharge(context, subscription, invoice, reason)
  else {
    const { nextAttemptAt, lastChanceAt } = invoice
    await updateSubscriptionInvoiceRecord(tx, invoice, { status: 'failed' })
    await updateSubscriptionRecord(tx, subscription, { dueAt: nextAttemptAt ?? lastChanceAt })
  }
}

/** Handles a declined charge that the merchant requested: the retries continue, unless another card is needed. */
async function handleDeclinedRequest(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<void> {
  const { tx, now } = context
  const { failureCode, failureMessage: message, lastChanceAt } = invoice
  const nextAttemptAt = mayRetry(subscription, invoice, failureCode) ? invoice.nextAttemptAt : null
  await updateSubscriptionInvoiceRecord(tx, invoice, {
    status: 'failed',
    failureCode,
    failureMessage: message,
    nextAttemptAt,
  })
  await updateSubscriptionRecord(tx, subscription, { dueAt: nextAttemptAt ?? lastChanceAt })
  const text = `${formatNaira(invoice.dueKobo)} for ${invoice.planName} could not be charged: ${message}`
  await appendSubscriptionEvent(tx, subscription, now, 'charge_failed', text)
  if (invoice.nextAttemptAt && !nextAttemptAt) await enqueueSubscriptionEmail(context, subscription, 'card_needed')
}

/** Handles a declined charge of the current period: schedules the retry, requests another card if needed, notifies the payer. */
export async function handleDeclinedCharge(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  reason: FailureReason,
): Promise<void> {
  const { tx, now } = context
  const failure = await findFirstFailure(context, subscription, invoice)
  const message = failureMessage(reason)
  const nextAttemptAt = mayRetry(subscription, invoice, reason)
    ? scheduleRetry(context, invoice, failure, reason)
    : null
  const latest = invoice.lastChanceAt ?? calculateLastRetryAt(failure)
  const lastChanceAt = nextAttemptAt && nextAttemptAt > latest ? nextAttemptAt : latest
  const failed = await updateSubscriptionInvoiceRecord(tx, invoice, {
    status: 'failed',
    failureCode: reason,
    failureMessage: message,
    ...failure,
    nextAttemptAt,
    lastChanceAt,
  })
  const what = `${formatNaira(invoice.dueKobo)} for ${invoice.planName} could not be charged: ${message}.`
  const next = nextAttemptAt
    ? `It is tried again on ${formatInstant(nextAttemptAt)}.`
    : `${subscription.mandateId ? 'A' : 'Another'} card is needed.`
  await appendSubscriptionEvent(tx, subscription, now, 'charge_failed', `${what} ${next}`)
  // Cancelled for the end of a period that is now unpaid: there is nothing left to wait for, so it ends now.
  if (subscription.status === 'non_renewing') {
    await emitSubscription(context, subscription, 'subscription.payment_failed')
    return void (await endSubscription(context, subscription, { status: 'cancelled' }))
  }
  const waiting = await updateSubscriptionRecord(tx, subscription, {
    status: 'attention',
    openInvoiceId: invoice.id,
    dueAt: nextAttemptAt ?? lastChanceAt,
  })
  await emitSubscription(context, waiting, 'subscription.payment_failed')
  if (!nextAttemptAt && now >= lastChanceAt) return endDunning(context, waiting, failed)
  await enqueueSubscriptionEmail(context, waiting, nextAttemptAt ? 'charge_failed' : 'card_needed')
  if (invoice.firstFailedAt === null)
    await notifyInDigest(context, subscription.merchantId, {
      kind: 'subscription',
      title: `A charge of ${formatNaira(invoice.dueKobo)} failed`,
      text: `${subscription.customerName ?? subscription.customerEmail}: ${message}. ${next}`,
      path: `/subscriptions/${subscription.id}`,
    })
}

const mayRetry = ({ mandateId }: SubscriptionRecord, invoice: InvoiceRecord, reason: string | null) =>
  isSoftDecline(reason) && (!mandateId || mayDebitAgain(invoice))

/** Time of the next retry; null after the last. A retry that found nothing to debit is not counted, but has used its day. */
function scheduleRetry({ now }: Context, { attempts }: InvoiceRecord, failure: FirstFailure, reason: FailureReason) {
  if (reason === 'account_suspended')
    return failure.retryDays.map((_, retry) => calculateRetryAt(failure, retry + 1)!).find((at) => at > now) ?? null
  const scheduled = calculateRetryAt(failure, attempts)
  return scheduled && (scheduled > now ? scheduled : nextMorning(now))
}

/** When the charge failed first, and its retry days: those of the business at that time. */
async function findFirstFailure({ tx, now }: Context, { merchantId }: SubscriptionRecord, invoice: InvoiceRecord) {
  const { firstFailedAt } = invoice
  if (firstFailedAt) return { firstFailedAt, retryDays: invoice.retryDays ?? [...usualRetryDays] }
  return { firstFailedAt: now, retryDays: (await findRetrySettings(tx, merchantId)).retryDays }
}

function nextMorning(now: Date): Date {
  const nine = (day: string) => new Date(startOfDay(day).getTime() + 9 * hourMs)
  const today = nine(lagosDay(now))
  return today > now ? today : nine(addDays(lagosDay(now), 1))
}

/** Ends dunning after the last retry or the last day for another card: cancels the subscription or keeps it, by `plan.afterFailure`. */
export async function endDunning(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<void> {
  const { tx, now } = context
  const plan = await findPlanRecord(tx, { merchantId: subscription.merchantId, id: subscription.planId })
  const given = await updateSubscriptionInvoiceRecord(tx, invoice, { nextAttemptAt: null, lastChanceAt: null })
  if (plan.afterFailure === 'cancel')
    return void (await endSubscription(context, subscription, { status: 'cancelled', endReason: 'payment_failed' }))
  await updateSubscriptionRecord(tx, subscription, { dueAt: null })
  await appendSubscriptionEvent(
    tx,
    subscription,
    now,
    'given_up',
    'The last attempt failed. The customer has to add another card.',
  )
  await enqueueSubscriptionEmail(context, subscription, 'card_needed')
  await notifyInDigest(context, subscription.merchantId, {
    kind: 'subscription',
    title: `${formatNaira(given.dueKobo)} could not be collected`,
    text: `The last attempt to charge ${subscription.customerName ?? subscription.customerEmail} failed on ${formatLagosDay(now)}. The customer has to add another card.`,
    path: `/subscriptions/${subscription.id}`,
  })
}
