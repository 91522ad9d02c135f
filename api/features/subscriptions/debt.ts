import type { Context } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import type { PaymentRecord } from '../payments/payments.ts'
import { changeInvoice, findSubscriptionInvoice, type SubscriptionRecord, updateSubscriptionRecord } from './move.ts'

/** How long a payer may take at the bank before the saved card is tried again as it was to be. */
const graceMs = 45 * 60_000

/**
 * Takes what is owed for a payer who is about to pay it with a card of hers: nobody charges the saved one meanwhile. The
 * end of her payment, whatever it is, gives it back (`chargeFailed`) or settles it.
 */
export async function claimOpenInvoice(
  { tx, now }: Context,
  subscription: SubscriptionRecord,
  payment: PaymentRecord,
): Promise<void> {
  if (!payment.subscriptionInvoiceId) return
  const invoice = await findSubscriptionInvoice(tx, subscription, payment.subscriptionInvoiceId)
  if (invoice.status === 'pending' && invoice.paymentId === payment.id) return
  if (invoice.status === 'success') throw problem.conflict('payment_over', 'This is paid already. Nothing was charged.')
  if (invoice.status === 'pending')
    throw problem.conflict('payment_in_progress', 'The bank is asked for this just now. Try again in a few minutes.')
  await changeInvoice(tx, invoice, { status: 'pending', paymentId: payment.id })
  await updateSubscriptionRecord(tx, subscription, { dueAt: new Date(now.getTime() + graceMs) })
}
