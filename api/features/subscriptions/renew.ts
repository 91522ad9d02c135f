import { and, asc, eq, inArray, lte } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { SubscriptionCharge } from './charge.ts'
import { endSubscription } from './end.ts'
import { findSubscriptionInvoice, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'
import { findNextChargeKobo } from './next-charge.ts'
import { postponeUnannouncedDebit } from './notices.ts'
import { processOpenInvoice } from './open-invoice.ts'
import { openPeriod } from './open-period.ts'
import { resumeLockedSubscription } from './pause.ts'
import { postponeCharge } from './postpone-charge.ts'
import { subscriptions } from './tables.ts'

/**
 * Processes due subscriptions of a business and returns the charges to make; the caller makes them after this transaction.
 * Subscriptions that are locked by another transaction are skipped.
 */
export async function processDueSubscriptions(
  context: Context,
  { merchantId, ids }: { merchantId: string; ids: readonly string[] },
): Promise<SubscriptionCharge[]> {
  const { tx, now } = context
  const claimed = await tx
    .select()
    .from(subscriptions)
    .where(
      and(eq(subscriptions.merchantId, merchantId), inArray(subscriptions.id, [...ids]), lte(subscriptions.dueAt, now)),
    )
    .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
    .for('update', { skipLocked: true })
  const batch = { ...context, reads: new Map() }
  const charges: SubscriptionCharge[] = []
  for (const subscription of claimed) {
    const charge = await processDue(batch, subscription, subscription.dueAt!)
    if (charge) charges.push(charge)
  }
  return charges
}

async function processDue(
  context: Context,
  subscription: SubscriptionRecord,
  dueAt: Date,
): Promise<SubscriptionCharge | undefined> {
  const { tx, now } = context
  if (subscription.pausedAt && subscription.resumeAt && subscription.resumeAt <= now)
    return void (await resumeLockedSubscription(context, subscription, 'The end of the pause'))
  if (subscription.endedAt || subscription.pausedAt)
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: subscription.resumeAt }))
  if (subscription.openInvoiceId)
    return processOpenInvoice(
      context,
      subscription,
      await findSubscriptionInvoice(tx, subscription, subscription.openInvoiceId),
    )
  if (now < subscription.periodEndsAt)
    return void (await updateSubscriptionRecord(tx, subscription, { dueAt: subscription.periodEndsAt }))
  if (subscription.status === 'non_renewing') {
    const status = subscription.endReason === 'limit_reached' ? 'completed' : 'cancelled'
    return void (await endSubscription(context, subscription, { status }))
  }
  const amountKobo = await findNextChargeKobo(tx, subscription)
  if (await postponeCharge(context, subscription, amountKobo, dueAt <= subscription.periodEndsAt)) return undefined
  if (await postponeUnannouncedDebit(context, subscription)) return undefined
  // A pending one with a card starts on the day that the merchant chose.
  const started =
    subscription.status === 'pending'
      ? await updateSubscriptionRecord(tx, subscription, { status: 'active' })
      : subscription
  return openPeriod(context, started)
}
