import { minuteMs } from '@adire/contract/durations.ts'
import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import type { PaymentRecord } from '../payments/move.ts'
import {
  findSubscriptionInvoice,
  isInvoiceClosed,
  type SubscriptionRecord,
  updateSubscriptionInvoiceRecord,
  updateSubscriptionRecord,
} from './move.ts'

/** How long a payer may take at the bank before the retries of the saved card continue. */
const graceMs = 45 * minuteMs

/**
 * Claims the open invoice for a manual card payment, so that the saved card is not charged meanwhile. The end of that payment
 * releases the invoice (`chargeFailed`) or pays it.
 * @throws 409 payment_over, payment_in_progress
 */
export async function claimOpenInvoice(
  { tx, now }: Context,
  subscription: SubscriptionRecord,
  payment: PaymentRecord,
): Promise<void> {
  if (!payment.subscriptionInvoiceId) return
  const invoice = await findSubscriptionInvoice(tx, subscription, payment.subscriptionInvoiceId)
  if (invoice.status === 'pending' && invoice.paymentId === payment.id) return
  if (isInvoiceClosed(invoice))
    throw problem.conflict('payment_over', 'There is nothing left to pay. Nothing was charged.')
  if (invoice.status === 'pending')
    throw problem.conflict('payment_in_progress', 'A charge for this is in progress. Try again in a few minutes.')
  await updateSubscriptionInvoiceRecord(tx, invoice, { status: 'pending', paymentId: payment.id })
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + graceMs) })
}
