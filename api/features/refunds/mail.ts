import { formatNaira } from '@adire/contract/money.ts'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import { defineJob } from '../../jobs/queue.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import type { RefundRecord } from './move.ts'
import { type ProcessedRefund, refundReceiptUrl, refundRows } from './receipt.ts'

export const mailRefund = defineJob('mail-refund', z.object({ merchantId: z.string(), refundId: z.string() }))

/** Email to the payer about a refund: amount, destination and the merchant's note. */
export function refundEmail(config: ApiConfig, sender: SendingBusiness, processed: ProcessedRefund) {
  const { refund, payment } = processed
  const amount = formatNaira(refund.amountKobo)
  return customerEmail(config, sender, {
    to: payment.customerEmail,
    subject: `${sender.nameInSubject} refunded ${amount}`,
    heading: `${amount} is on its way back to you`,
    paragraphs: [
      `${sender.name} refunded ${refund.amountKobo === payment.amountKobo ? 'your payment' : 'part of your payment'}.`,
      ...noteParagraphs(refund, sender),
      ...(refund.paidLateAt ? ['It did not arrive at first, and was sent again.'] : []),
      arrival(processed),
    ],
    rows: refundRows(sender.name, processed),
    action: { label: 'View refund receipt', url: refundReceiptUrl(config, payment, refund) },
    closing: `Questions about this refund? Write to ${sender.contactEmail}.`,
  })
}

/** When the payer sees the money. A refund to an account that was named for it goes there, also if a card paid. */
const arrival = ({ refund, payment }: ProcessedRefund): string =>
  payment.channel === 'card' && !refund.bankId
    ? 'Banks take up to ten working days to show a refund on a card.'
    : 'Banks take up to ten working days to show a refund.'

/** The note of the business. The note of a card check is a text of ours, so the business is not named as its author. */
function noteParagraphs({ payerNote, requestedByKind }: RefundRecord, { name }: SendingBusiness): string[] {
  if (!payerNote) return []
  return [requestedByKind === 'system' ? `${payerNote}.` : `${name} writes: ${payerNote}`]
}
