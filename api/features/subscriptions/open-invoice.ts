import { hourMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { waitsForConfirmation } from '../payments/confirm-card.ts'
import { findPaymentIfPresent } from '../payments/move.ts'
import { attemptCharge } from './attempt-charge.ts'
import { buildCharge, countAttempts, leaseMs, type SubscriptionCharge } from './charge.ts'
import { endDunning } from './dunning.ts'
import { restartInterruptedPeriod } from './lapsed-periods.ts'
import { leaveToQueries } from './leave-to-queries.ts'
import { type InvoiceRecord, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'
import { postponeCharge, postponeLastChance } from './postpone-charge.ts'
import { findSource } from './source.ts'

/** Longest pause between two requests for one charge whose outcome is unknown, in ms. */
const longestPauseMs = hourMs

/** Processes an open invoice: recovers an interrupted charge, retries, or gives up. */
export async function processOpenInvoice(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  if (invoice.status === 'pending') return recoverCharge(context, subscription, invoice)
  const { nextAttemptAt, lastChanceAt } = invoice
  if (nextAttemptAt && nextAttemptAt <= now) {
    const isFirst = subscription.dueAt !== null && subscription.dueAt <= nextAttemptAt
    if (await postponeCharge(context, subscription, invoice.dueKobo, isFirst)) return undefined
    return attemptCharge(context, subscription, invoice)
  }
  if (!nextAttemptAt && lastChanceAt && lastChanceAt <= now) {
    if (await postponeLastChance(context, subscription, invoice)) return undefined
    return void (await endDunning(context, subscription, invoice))
  }
  return void (await updateSubscriptionRecord(tx, subscription, { dueAt: nextAttemptAt ?? lastChanceAt }))
}

/** Repeats a charge whose process was interrupted, under the same reference. Waits if a bank is processing it, or for the holder of the card. */
async function recoverCharge(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  const payment = await findPaymentIfPresent(tx, { merchantId: subscription.merchantId, id: invoice.paymentId! })
  const source = payment && (await findSource(tx, payment))
  if (!source || payment.status !== 'pending' || waitsForConfirmation(payment)) {
    // The card was removed meanwhile: the charge cannot be repeated, and nobody asks for its outcome yet.
    if (!source && payment?.status === 'pending' && !payment.checkAt) await leaveToQueries(context, subscription)
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: null }))
  }
  const present = await restartInterruptedPeriod(context, subscription, invoice)
  // A processor that does not answer is asked less and less often.
  const pauseMs = Math.min(Math.max(now.getTime() - payment.createdAt.getTime(), leaseMs), longestPauseMs)
  await updateSubscriptionRecord(tx, present, { dueAt: new Date(now.getTime() + pauseMs) })
  return buildCharge(context, payment, { source, attempts: countAttempts(invoice) })
}
