import type { WebhookEventOf } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import type { PaymentRecord } from '../payments/move.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import type { RefundRecord } from './move.ts'
import { retrieveRefund } from './serialize.ts'

/** Emits a webhook event for a refund. Refunds of card checks emit nothing. */
export async function emitRefund(
  context: Context,
  { refund, payment }: { refund: RefundRecord; payment: PaymentRecord },
  type: WebhookEventOf<'refund'>,
): Promise<void> {
  if (!payment.isCardCheck)
    await emitWebhookEvent(context, refund.merchantId, type, (scope) => retrieveRefund(scope, refund))
}
