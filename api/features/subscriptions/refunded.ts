import { formatNaira } from '@adire/contract/money.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Tx } from '../../database/connect.ts'
import type { MoneyBack } from '../payments/events.ts'
import type { PaymentRecord } from '../payments/move.ts'
import type { RefundWithPayment } from '../refunds/move.ts'
import {
  appendSubscriptionEvent,
  type InvoiceRecord,
  lockSubscription,
  lockWithInvoice,
  type SubscriptionKey,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'
import { unusedKobo } from './proration.ts'
import { type CountedRefund, subscriptionInvoices } from './tables.ts'

type RefundedInvoice = Pick<InvoiceRecord, 'kind' | 'addOnsKobo' | 'setupFeeKobo'>

/** Part of a refund, in kobo, that is of the period itself: add-ons and the setup fee count first, because no plan change credits them. */
function refundOfPeriodKobo({ kind, addOnsKobo, setupFeeKobo }: RefundedInvoice, refundedKobo: number): number {
  // A change charges only the plan; its add-ons are those of the period.
  return kind === 'change' ? refundedKobo : Math.max(0, refundedKobo - addOnsKobo - setupFeeKobo)
}

/** The part of the period in the next refund of a payment of which `beforeKobo` went back earlier. */
export const nextRefundOfPeriodKobo = (invoice: RefundedInvoice, beforeKobo: number, kobo: number) =>
  refundOfPeriodKobo(invoice, beforeKobo + kobo) - refundOfPeriodKobo(invoice, beforeKobo)

/**
 * Takes what went back to the payer, by a refund or a lost dispute, off what the present period cost, so that a plan change does not credit
 * it a second time. A credit that an earlier change has left of the same payment comes first. A refund that a change has counted while it
 * was in progress changes nothing, and one that is paid after it failed takes what was credited when it failed.
 */
export async function deductRefundedPeriod(context: Context, payment: PaymentRecord, back: MoneyBack): Promise<void> {
  const { tx, now } = context
  const { merchantId, subscriptionId, subscriptionInvoiceId, refundedKobo } = payment
  // `creditFailedRefund` handles a refund that came back.
  if (!subscriptionId || !subscriptionInvoiceId || back.kobo < 0) return
  const key = { merchantId, id: subscriptionId }
  const { subscription, invoice } = await lockWithInvoice(tx, key, subscriptionInvoiceId)
  const known = back.refundId ? await findCountedRefund(tx, key, back.refundId) : undefined
  if (subscription.endedAt || (known && !known.counted.isReturned)) return
  // A payment that came too late has paid for no period.
  const paysPresent = invoice.paymentId === payment.id && invoice.endsAt > now
  const firstKobo = paysPresent ? nextRefundOfPeriodKobo(invoice, refundedKobo - back.kobo, back.kobo) : 0
  const backKobo = known ? takenAgainKobo(subscription, known.counted) : firstKobo
  if (backKobo === 0) return
  const less = deductFromCredit(subscription, backKobo)
  if (back.refundId)
    await replaceCountedRefund(tx, known?.invoice ?? invoice, toCountedRefund(back.refundId, subscription, less))
  await updateSubscriptionRecord(tx, subscription, less)
  const text = `${formatNaira(back.kobo)} went back to the payer: a plan change in this period credits ${formatNaira(backKobo)} less`
  await appendSubscriptionEvent(tx, subscription, now, 'refunded', text)
}

/** What a refund took of the credit and of the present stretch. */
const toCountedRefund = (refundId: string, before: SubscriptionRecord, less: ReturnType<typeof deductFromCredit>) => ({
  refundId,
  kobo: before.creditKobo - less.creditKobo,
  stretch: {
    startsAt: before.stretchStartsAt.toISOString(),
    endsAt: before.periodEndsAt.toISOString(),
    kobo: before.stretchKobo - less.stretchKobo,
  },
})

/** Credits what a refund that has failed now had taken of the period, or what a plan change withheld because it was in progress. */
export async function creditFailedRefund(context: Context, { refund, payment }: RefundWithPayment): Promise<void> {
  const { tx, now } = context
  const { merchantId, subscriptionId } = payment
  if (!subscriptionId) return
  const key = { merchantId, id: subscriptionId }
  const subscription = await lockSubscription(tx, key)
  const known = await findCountedRefund(tx, key, refund.id)
  if (!known || known.counted.isReturned) return
  const { invoice, counted } = known
  const { creditKobo, stretchKobo } = calculateReturned(subscription, counted)
  await replaceCountedRefund(tx, invoice, {
    refundId: refund.id,
    kobo: creditKobo,
    ...(counted.stretch && { stretch: { ...counted.stretch, kobo: stretchKobo } }),
    isReturned: true,
  })
  if (subscription.endedAt || creditKobo + stretchKobo === 0) return
  await updateSubscriptionRecord(tx, subscription, {
    creditKobo: subscription.creditKobo + creditKobo,
    stretchKobo: subscription.stretchKobo + stretchKobo,
  })
  const amount = formatNaira(refund.amountKobo)
  const text = counted.stretch
    ? `${amount} came back: ${formatNaira(creditKobo + stretchKobo)} of it is credited again`
    : `A refund of ${amount} failed: ${formatNaira(creditKobo)} that the plan change did not credit because of it is credited now`
  await appendSubscriptionEvent(tx, subscription, now, 'refund_failed', text)
}

/** What a counted refund that failed gives back to the credit, and to the cost of the stretch if that is still the present one. */
function calculateReturned({ stretchStartsAt }: SubscriptionRecord, { kobo, stretch }: CountedRefund) {
  if (!stretch) return { creditKobo: kobo, stretchKobo: 0 }
  const { startsAt, endsAt, kobo: costKobo } = stretch
  if (startsAt === stretchStartsAt.toISOString()) return { creditKobo: kobo, stretchKobo: costKobo }
  // A plan change has credited the unused part of the stretch; of one that is over, there is none.
  const reduced = { startsAt: new Date(startsAt), endsAt: new Date(endsAt), costKobo }
  return { creditKobo: kobo + unusedKobo(reduced, stretchStartsAt), stretchKobo: 0 }
}

/** What a refund that has failed and is paid after all takes again, in kobo: what is left of what was credited when it failed. */
export function takenAgainKobo(subscription: SubscriptionRecord, returned: CountedRefund): number {
  const { creditKobo, stretchKobo } = calculateReturned(subscription, returned)
  return creditKobo + stretchKobo
}

/** How a refund was counted, and the paid invoice that says so. One that failed may have been counted again by a later plan change. */
async function findCountedRefund(tx: Tx, { merchantId, id }: SubscriptionKey, refundId: string) {
  const counting = await tx
    .select()
    .from(subscriptionInvoices)
    .where(
      and(
        eq(subscriptionInvoices.merchantId, merchantId),
        eq(subscriptionInvoices.subscriptionId, id),
        eq(subscriptionInvoices.status, 'success'),
        sql`${subscriptionInvoices.countedRefunds} @> ${JSON.stringify([{ refundId }])}::jsonb`,
      ),
    )
  const found = counting.map((invoice) => ({
    invoice,
    counted: invoice.countedRefunds.find((one) => one.refundId === refundId)!,
  }))
  return found.find(({ counted }) => !counted.isReturned) ?? found[0]
}

const replaceCountedRefund = (tx: Tx, invoice: InvoiceRecord, counted: CountedRefund) =>
  updateSubscriptionInvoiceRecord(tx, invoice, {
    countedRefunds: [...invoice.countedRefunds.filter(({ refundId }) => refundId !== counted.refundId), counted],
  })

/** Deducts an amount from the credit, then from the cost of the present stretch. */
export function deductFromCredit(
  { creditKobo, stretchKobo }: Pick<SubscriptionRecord, 'creditKobo' | 'stretchKobo'>,
  kobo: number,
) {
  const fromCreditKobo = Math.min(creditKobo, kobo)
  return {
    creditKobo: creditKobo - fromCreditKobo,
    stretchKobo: Math.max(0, stretchKobo - (kobo - fromCreditKobo)),
  }
}
