import type { Context } from '../../context.ts'
import { appendPaymentEvent, type PaymentRecord } from '../payments/move.ts'
import { addRefundRecord, takeMoney, updateRefundRecord } from './move.ts'
import { newRefundReference } from './request.ts'

/** Refunds a card check at once; does nothing for other payments. */
export async function refundCardCheck(context: Context, payment: PaymentRecord): Promise<void> {
  if (!payment.isCardCheck) return
  const { tx, now } = context
  const refund = await addRefundRecord(tx, {
    merchantId: payment.merchantId,
    paymentId: payment.id,
    reference: newRefundReference(),
    amountKobo: payment.amountKobo,
    status: 'pending',
    reason: 'other',
    payerNote: 'This was only to check your card',
    requestedByKind: 'system',
    requestedBy: context.config.brand.name,
    createdAt: now,
    checkAt: now,
  })
  await appendPaymentEvent(tx, payment, now, 'refund_requested', 'The card was only checked: the amount goes back')
  const started = await takeMoney(context, { refund, payment })
  // The scheduled job for refunds calls the processor, in the next minute.
  await updateRefundRecord(tx, started, { checkAt: now })
}
