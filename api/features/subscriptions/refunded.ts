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
import { subscriptionInvoices } from './tables.ts'

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
 * was in progress changes nothing.
 */
export async function deductRefundedPeriod(context: Context, payment: PaymentRecord, back: MoneyBack): Promise<void> {
  const { tx, now } = context
  const { merchantId, subscriptionId, subscriptionInvoiceId, refundedKobo } = payment
  // A refund that came back credits nothing: the payer gets it another way.
  if (!subscriptionId || !subscriptionInvoiceId || back.kobo < 0) return
  const key = { merchantId, id: subscriptionId }
  const { subscription, invoice } = await lockWithInvoice(tx, key, subscriptionInvoiceId)
  const backKobo = nextRefundOfPeriodKobo(invoice, refundedKobo - back.kobo, back.kobo)
  // A payment that came too late has paid for no period.
  if (subscription.endedAt || invoice.paymentId !== payment.id || invoice.endsAt <= now || backKobo === 0) return
  if (back.refundId && (await findChangeThatCounted(tx, key, back.refundId))) return
  await updateSubscriptionRecord(tx, subscription, lessBy(subscription, backKobo))
  const text = `${formatNaira(back.kobo)} went back to the payer: a plan change in this period credits ${formatNaira(backKobo)} less`
  await appendSubscriptionEvent(tx, subscription, now, 'refunded', text)
}

/** Credits what a plan change withheld because of a refund that was in progress and has failed now. */
export async function creditFailedRefund(context: Context, { refund, payment }: RefundWithPayment): Promise<void> {
  const { tx, now } = context
  const { merchantId, subscriptionId } = payment
  if (!subscriptionId) return
  const key = { merchantId, id: subscriptionId }
  const subscription = await lockSubscription(tx, key)
  const change = await findChangeThatCounted(tx, key, refund.id)
  const counted = change?.countedRefunds.find(({ refundId }) => refundId === refund.id)
  if (!change || !counted) return
  await updateSubscriptionInvoiceRecord(tx, change, {
    countedRefunds: change.countedRefunds.filter((one) => one !== counted),
  })
  if (subscription.endedAt || counted.kobo === 0) return
  await updateSubscriptionRecord(tx, subscription, { creditKobo: subscription.creditKobo + counted.kobo })
  const text = `A refund of ${formatNaira(refund.amountKobo)} failed: ${formatNaira(counted.kobo)} that the plan change did not credit because of it is credited now`
  await appendSubscriptionEvent(tx, subscription, now, 'refund_failed', text)
}

/** The applied plan change that counted a refund. */
async function findChangeThatCounted(tx: Tx, { merchantId, id }: SubscriptionKey, refundId: string) {
  const [change] = await tx
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
  return change
}

export function lessBy(
  { creditKobo, stretchKobo }: Pick<SubscriptionRecord, 'creditKobo' | 'stretchKobo'>,
  kobo: number,
) {
  const fromCreditKobo = Math.min(creditKobo, kobo)
  return {
    creditKobo: creditKobo - fromCreditKobo,
    stretchKobo: Math.max(0, stretchKobo - (kobo - fromCreditKobo)),
  }
}
