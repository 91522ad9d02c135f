import { openRefundStatuses } from '@adire/contract/refunds.ts'
import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { payments } from '../payments/tables.ts'
import { refunds } from '../refunds/tables.ts'
import type { InvoiceRecord, SubscriptionRecord } from './move.ts'
import { toCurrentStretch } from './plan-change-cost.ts'
import { unusedKobo } from './proration.ts'
import { deductFromCredit, nextRefundOfPeriodKobo, takenAgainKobo } from './refunded.ts'
import type { PreviewInput } from './require-plan-change.ts'
import { type CountedRefund, subscriptionInvoices } from './tables.ts'

/** A refund in progress of what paid for the present period. `kobo`: its part of the period. */
export interface OpenRefund {
  id: string
  kobo: number
}

/**
 * Refunds in progress of payments for the present period, oldest first, without those that an earlier plan change has counted. None for a
 * change that credits nothing: of the next period, or during a trial.
 */
export async function findOpenRefunds(
  { tx, now }: Context,
  subscription: SubscriptionRecord,
  when: PreviewInput['when'],
): Promise<OpenRefund[]> {
  const { merchantId, id: subscriptionId, isTrial } = subscription
  if (when === 'next_period' || isTrial) return []
  const present = await tx
    .select()
    .from(subscriptionInvoices)
    .where(
      and(
        eq(subscriptionInvoices.merchantId, merchantId),
        eq(subscriptionInvoices.subscriptionId, subscriptionId),
        eq(subscriptionInvoices.status, 'success'),
        gt(subscriptionInvoices.endsAt, now),
      ),
    )
  const paymentIds = present.flatMap(({ paymentId }) => paymentId ?? [])
  if (paymentIds.length === 0) return []
  const known = present.flatMap(({ countedRefunds }) => countedRefunds)
  const counted = new Set(known.filter(({ isReturned }) => !isReturned).map(({ refundId }) => refundId))
  const open = await tx
    .select({
      id: refunds.id,
      paymentId: refunds.paymentId,
      amountKobo: refunds.amountKobo,
      refundedKobo: payments.refundedKobo,
    })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.merchantId, refunds.merchantId), eq(payments.id, refunds.paymentId)))
    .where(
      and(
        eq(refunds.merchantId, merchantId),
        inArray(refunds.paymentId, paymentIds),
        inArray(refunds.status, openRefundStatuses),
      ),
    )
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
  const backKobo = new Map<string, number>()
  const found: OpenRefund[] = []
  for (const { id, paymentId, amountKobo, refundedKobo } of open) {
    const invoice = present.find((one) => one.paymentId === paymentId)!
    const beforeKobo = backKobo.get(paymentId) ?? refundedKobo
    backKobo.set(paymentId, beforeKobo + amountKobo)
    const returned = known.find(({ refundId }) => refundId === id)
    const kobo = returned
      ? takenAgainKobo(subscription, returned)
      : nextRefundOfPeriodKobo(invoice, beforeKobo, amountKobo)
    if (kobo > 0 && !counted.has(id)) found.push({ id, kobo })
  }
  return found
}

/** A subscription as if refunds in progress were done: what a plan change now credits. */
export function withoutOpenRefunds(subscription: SubscriptionRecord, open: readonly OpenRefund[]): SubscriptionRecord {
  const openKobo = open.reduce((sum, { kobo }) => sum + kobo, 0)
  return { ...subscription, ...deductFromCredit(subscription, openKobo) }
}

/** By how much each refund in progress lowers what a plan change at `at` credits. */
export function listCountedRefunds(subscription: SubscriptionRecord, open: readonly OpenRefund[], at: Date) {
  const counted: CountedRefund[] = []
  let before = subscription
  for (const refund of open) {
    const after = withoutOpenRefunds(before, [refund])
    counted.push({ refundId: refund.id, kobo: creditedKobo(before, at) - creditedKobo(after, at) })
    before = after
  }
  return counted
}

/**
 * What is left of the credit when the charge of a plan change is paid; below zero, what it lacked. Refunds may have been requested, made
 * or have failed since the charge started.
 */
export async function recountChange(
  context: Context,
  subscription: SubscriptionRecord,
  { startsAt: at, creditKobo }: InvoiceRecord,
) {
  const open = await findOpenRefunds({ ...context, now: at }, subscription, 'now')
  const leftKobo = creditedKobo(withoutOpenRefunds(subscription, open), at) - creditKobo
  return { leftKobo, countedRefunds: listCountedRefunds(subscription, open, at) }
}

const creditedKobo = (subscription: SubscriptionRecord, at: Date): number =>
  subscription.creditKobo + unusedKobo(toCurrentStretch(subscription), at)
