import { minuteMs } from '@adire/contract/durations.ts'
import type { ParsedInput } from '@adire/contract/endpoint.ts'
import type { resendReceipt } from '@adire/contract/payments.ts'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { takeCustomerEmail } from '../customer-emails/limits.ts'
import { appendPaymentEvent, lockPayment, paymentTimeline } from './move.ts'
import { mailReceiptAgain } from './receipt.ts'

/**
 * Emails the receipt to the payer again. A second call within a minute does nothing, so that a repeated request is harmless.
 * @throws 404; 409 payment_not_paid, payment_is_card_check; 429 email_limit_reached
 */
export async function resendReceiptHandler(context: MerchantContext, { id }: ParsedInput<typeof resendReceipt>) {
  const { tx, merchant, now } = context
  const payment = await lockPayment(tx, { merchantId: merchant.id, id })
  if (!payment) throw problem.notFound('payment')
  if (payment.isCardCheck)
    throw problem.conflict('payment_is_card_check', 'A card check is refunded and has no receipt')
  if (!payment.paidAt) throw problem.conflict('payment_not_paid', 'Only paid payments have a receipt')
  const [latest] = (await paymentTimeline.list(tx, payment, 100)).filter(({ kind }) => kind === 'receipt_sent')
  if (latest && Date.parse(latest.at) > now.getTime() - minuteMs) return
  await takeCustomerEmail(context, merchant.id, payment.customerEmail)
  await enqueueJob(tx, mailReceiptAgain, { merchantId: merchant.id, paymentId: id }, { merchantId: merchant.id })
  await appendPaymentEvent(tx, payment, now, 'receipt_sent', `Receipt sent again to ${payment.customerEmail}`)
}
