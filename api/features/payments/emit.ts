import type { WebhookEventOf } from '@adire/contract/webhook-events.ts'
import type { Context } from '../../context.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { getPaymentHandler } from './detail.ts'
import type { PaymentRecord } from './move.ts'

/** Emits a webhook event for a payment. Card checks are not sales and emit nothing. */
export async function emitPayment(
  context: Context,
  payment: PaymentRecord,
  type: WebhookEventOf<'payment'>,
): Promise<void> {
  const { merchantId, id, isCardCheck } = payment
  if (!isCardCheck) await emitWebhookEvent(context, merchantId, type, (of) => getPaymentHandler(of, { id }))
}

export async function emitPaid(context: Context, payment: PaymentRecord): Promise<void> {
  // Both events go to the same endpoints.
  const both = { ...context, reads: context.reads ?? new Map() }
  await emitPayment(both, payment, 'charge.success')
  if (payment.paymentLinkId) await emitPayment(both, payment, 'paymentlink.paid')
}
