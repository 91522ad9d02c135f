import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { emitWebhookEvent } from '../webhooks/webhooks.ts'
import type { RefundRecord } from './move.ts'
import { retrieveRefund } from './serialize.ts'

/** Tells the business's servers where a refund stands. What a check of a card took goes back without a word. */
export async function emitRefund(
  context: Context,
  { refund, payment }: { refund: RefundRecord; payment: PaymentRecord },
  to: 'pending' | 'processed' | 'failed' | 'needs_attention',
): Promise<void> {
  if (!payment.isCardCheck)
    await emitWebhookEvent(context, refund.merchantId, `refund.${to}`, ({ tx }) => retrieveRefund(tx, refund))
}
