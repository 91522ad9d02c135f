import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/move.ts'
import {
  appendSubscriptionEvent,
  type InvoiceRecord,
  lockWithInvoice,
  type SubscriptionRecord,
  updateSubscriptionRecord,
} from './move.ts'

/** Part of a refund, in kobo, that is of the period itself: add-ons and the setup fee count first, because no plan change credits them. */
function refundOfPeriodKobo({ kind, addOnsKobo, setupFeeKobo }: InvoiceRecord, refundedKobo: number): number {
  // A change charges only the plan; its add-ons are those of the period.
  return kind === 'change' ? refundedKobo : Math.max(0, refundedKobo - addOnsKobo - setupFeeKobo)
}

/**
 * Takes what went back to the payer, by a refund or a lost dispute, off what the present period cost, so that a plan change does not credit
 * it a second time. A credit that an earlier change has left of the same payment comes first.
 */
export async function deductRefundedPeriod(context: Context, payment: PaymentRecord, kobo: number): Promise<void> {
  const { tx, now } = context
  const { merchantId, subscriptionId, subscriptionInvoiceId, refundedKobo } = payment
  // A refund that came back credits nothing: the payer gets it another way.
  if (!subscriptionId || !subscriptionInvoiceId || kobo < 0) return
  const key = { merchantId, id: subscriptionId }
  const { subscription, invoice } = await lockWithInvoice(tx, key, subscriptionInvoiceId)
  const backKobo = refundOfPeriodKobo(invoice, refundedKobo) - refundOfPeriodKobo(invoice, refundedKobo - kobo)
  // A payment that came too late has paid for no period.
  if (subscription.endedAt || invoice.paymentId !== payment.id || invoice.endsAt <= now || backKobo === 0) return
  await updateSubscriptionRecord(tx, subscription, lessBy(subscription, backKobo))
  const text = `${formatNaira(kobo)} went back to the payer: a plan change in this period credits ${formatNaira(backKobo)} less`
  await appendSubscriptionEvent(tx, subscription, now, 'refunded', text)
}

function lessBy({ creditKobo, stretchKobo }: SubscriptionRecord, kobo: number) {
  const fromCreditKobo = Math.min(creditKobo, kobo)
  return {
    creditKobo: creditKobo - fromCreditKobo,
    stretchKobo: Math.max(0, stretchKobo - (kobo - fromCreditKobo)),
  }
}
