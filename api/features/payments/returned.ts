import { accountLabel } from '@adire/contract/channels/method-name.ts'
import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import { type ProviderWebhook, type ReturnReason, returnReasons } from '../../connectors/instructions.ts'
import type { Context } from '../../context.ts'
import { defineJob, enqueueJob } from '../../jobs/queue.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { announcePayment, appendPaymentEvent, type PaymentRecord, paymentTimeline } from './move.ts'

/** Maximum emails per payment, for payers who send one wrong amount after another. */
const maxEmails = 5

const ReturnedTransfer = z.object({
  merchantId: z.string(),
  paymentId: z.string(),
  amountKobo: z.int(),
  reason: z.enum(Object.keys(returnReasons) as ReturnReason[]),
  sender: z.nullable(z.object({ bank: z.string(), last4: z.string() })),
})
type ReturnedTransfer = z.infer<typeof ReturnedTransfer>
export const mailReturnedTransfer = defineJob('mail-returned-transfer', ReturnedTransfer)

/** Failure of a payment that was paid by another payment, or is no longer owed. */
export const paidOtherwise = {
  failureCode: 'paid_otherwise',
  failureMessage:
    'This was paid in another way or is no longer owed. A transfer that arrives now goes back to its sender',
} as const

const isPaidOtherwise = ({ failureCode }: PaymentRecord) => failureCode === paidOtherwise.failureCode

/**
 * Reason of a return, as a part of a sentence. `DUPLICATE` has two causes: the payer sent the transfer twice, or the purchase was paid by
 * another payment, and then this transfer may be the only one.
 */
const describeReturn = (payment: PaymentRecord, reason: ReturnReason): string =>
  reason === 'DUPLICATE' && isPaidOtherwise(payment)
    ? 'it was paid in another way or is no longer owed'
    : returnReasons[reason]

/** Sentence about a returned transfer. `to` is its destination, for readers who may see it. */
export const returnText = (
  payment: PaymentRecord,
  { amountKobo, reason }: Pick<ReturnedTransfer, 'amountKobo' | 'reason'>,
  to = '',
) => `A transfer of ${formatNaira(amountKobo)} was returned to its sender${to}: ${describeReturn(payment, reason)}`

/** Records a transfer that was returned on the payment's timeline, and enqueues the email to the payer. */
export async function recordReturnedTransfer(
  context: Context,
  payment: PaymentRecord,
  returned: ProviderWebhook & { kind: 'returned' },
) {
  const { tx, now } = context
  const { merchantId, id: paymentId } = payment
  const { amountKobo, reason, sender } = returned
  await appendPaymentEvent(
    tx,
    payment,
    now,
    'transfer_returned',
    returnText(payment, returned, sender ? `, ${accountLabel(sender.bank, sender.last4)}` : ''),
  )
  await announcePayment(tx, payment)
  const count = await paymentTimeline.count(tx, payment, 'transfer_returned')
  if (count > maxEmails) return
  const key = `${paymentId}:${count}`
  await enqueueJob(
    tx,
    mailReturnedTransfer,
    { merchantId, paymentId, amountKobo, reason, sender },
    { merchantId, key, runAt: now },
  )
}

/** Whether the payer can still pay what the transfer was for. */
const isOwed = (payment: PaymentRecord, reason: ReturnReason) =>
  !payment.paidAt && reason !== 'DUPLICATE' && !isPaidOtherwise(payment)

/** What the payer can do now, as a sentence. */
function describeNextStep(payment: PaymentRecord, reason: ReturnReason): string {
  const { status, amountKobo, paidAt } = payment
  if (paidAt) return 'We have received your payment, so there is nothing left to pay.'
  if (!isOwed(payment, reason))
    return 'It has been paid in another way or is no longer owed, so there is nothing left to pay.'
  if (reason === 'INCORRECT_AMOUNT' && status === 'pending')
    return `You can still pay: send exactly ${formatNaira(amountKobo)} to the account number you were given.`
  return 'To pay, go back to the payment page and get a new account number.'
}

/** Email to the payer about a returned transfer: amount, destination and reason. */
export function returnedTransferEmail(
  config: ApiConfig,
  business: SendingBusiness,
  payment: PaymentRecord,
  { amountKobo, reason, sender }: ReturnedTransfer,
) {
  const amount = formatNaira(amountKobo)
  const why = describeReturn(payment, reason)
  const due: [string, string][] = isOwed(payment, reason) ? [['Amount due', formatNaira(payment.amountKobo)]] : []
  return customerEmail(config, business, {
    to: payment.customerEmail,
    subject: `Your transfer of ${amount} to ${business.nameInSubject} is being returned to you`,
    heading: `${amount} is on its way back to you`,
    paragraphs: [
      `Your transfer to ${business.name} could not be accepted: ${why}.`,
      'Your money usually arrives within a day. Nothing was charged for it.',
      describeNextStep(payment, reason),
    ],
    rows: [
      ['Sent to', business.name],
      ['Transfer', amount],
      ...due,
      ['Returned to', sender ? accountLabel(sender.bank, sender.last4) : 'The account you sent it from'],
      ['Reason', why.charAt(0).toUpperCase() + why.slice(1)],
      ['Payment', payment.reference],
    ],
    closing: `Questions about this payment? Write to ${business.contactEmail}.`,
  })
}
