import type { Context } from '../../context.ts'
import { formatInstant } from '../../lagos.ts'
import { addIntervals } from './calendar.ts'
import {
  appendSubscriptionEvent,
  findRenewedPlan,
  type InvoiceRecord,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'

/**
 * Starts the next period now if the one that should have been charged is over: its charge was postponed, or the product did not run. Nobody is
 * charged for several periods at once, and the periods that lapsed are not charged. The clock of a test business stops at each renewal, so
 * that none lapses when it is moved.
 */
export async function skipLapsedPeriods(context: Context, subscription: SubscriptionRecord) {
  const { tx, now } = context
  const lapsed = await countLapsedPeriods(context, subscription)
  if (lapsed === 0) return subscription
  const due = formatInstant(subscription.periodEndsAt)
  const what = lapsed === 1 ? 'One period has lapsed and is' : `${lapsed} periods have lapsed and are`
  const text = `The charge of ${due} could not be made in time. ${what} not charged. The next period begins now`
  await appendSubscriptionEvent(tx, subscription, now, 'period_restarted', text)
  return updateSubscriptionRecord(tx, subscription, { anchorAt: now, step: -1, periodEndsAt: now })
}

/** Number of whole periods that have passed since the charge of the next one was due. */
async function countLapsedPeriods(context: Context, subscription: SubscriptionRecord): Promise<number> {
  const { anchorAt, step } = subscription
  const { interval } = await findRenewedPlan(context, subscription)
  let lapsed = 0
  while (addIntervals(anchorAt, interval, step + 2 + lapsed) <= context.now) lapsed++
  return lapsed
}

/**
 * Starts the period of an invoice now if it is over, before an interrupted charge of it is repeated. Whether the charge was made before is not
 * known: otherwise the next one would follow within minutes.
 */
export async function restartInterruptedPeriod(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionRecord> {
  const { tx, now } = context
  if (invoice.kind !== 'period' || now < invoice.endsAt) return subscription
  const text = `The charge of ${formatInstant(invoice.startsAt)} was interrupted, and is completed after its period. The period begins now`
  await appendSubscriptionEvent(tx, subscription, now, 'period_restarted', text)
  return restartPeriodThatIsOver(context, subscription, invoice)
}

/** Starts the present period, of an invoice, now if its end has passed. Later ones are counted from now. */
export async function restartPeriodThatIsOver(
  context: Context,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
): Promise<SubscriptionRecord> {
  const { tx, now } = context
  if (now < invoice.endsAt) return subscription
  const { interval } = await findRenewedPlan(context, subscription)
  const endsAt = addIntervals(now, interval, 1)
  await updateSubscriptionInvoiceRecord(tx, { ...invoice }, { startsAt: now, endsAt })
  return updateSubscriptionRecord(tx, subscription, {
    anchorAt: now,
    step: 0,
    periodStartsAt: now,
    periodEndsAt: endsAt,
    stretchStartsAt: now,
  })
}
