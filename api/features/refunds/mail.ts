import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import { findBank } from '../lookups/lookups.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { payments } from '../payments/tables.ts'
import { refunds } from './tables.ts'

export const mailRefund = defineJob('mail-refund', z.object({ merchantId: z.string(), refundId: z.string() }))

export async function processedRefund(tx: Tx, { merchantId, refundId }: { merchantId: string; refundId: string }) {
  const [found] = await tx
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, and(eq(payments.merchantId, refunds.merchantId), eq(payments.id, refunds.paymentId)))
    .where(and(eq(refunds.merchantId, merchantId), eq(refunds.id, refundId)))
  return found
}

type Processed = NonNullable<Awaited<ReturnType<typeof processedRefund>>>

/** Email to the payer about a refund: amount, destination and the merchant's note. */
export function refundEmail(config: ApiConfig, sender: SendingBusiness, { refund, payment }: Processed) {
  const amount = formatNaira(refund.amountKobo)
  const account = refund.bankId ? `${findBank(refund.bankId)!.name} •••• ${refund.accountNumber!.slice(-4)}` : undefined
  const card = payment.channel === 'card' && payment.cardLast4 ? `Card ending ${payment.cardLast4}` : undefined
  return customerEmail(config, sender, {
    to: payment.customerEmail,
    subject: `${sender.nameInSubject} refunded ${amount}`,
    heading: `${amount} is on its way back to you`,
    paragraphs: [
      `${sender.name} refunded ${refund.amountKobo === payment.amountKobo ? 'your payment' : 'part of your payment'}.`,
      ...(refund.payerNote ? [`${sender.name} writes: ${refund.payerNote}`] : []),
      'Banks take up to ten working days to show a refund on a card.',
    ],
    rows: [
      ['Refunded by', sender.name],
      ['Refund', amount],
      ['You paid', formatNaira(payment.amountKobo)],
      ['Sent to', account ?? card ?? 'The account you paid from'],
      ['Payment', payment.reference],
      ['Refund reference', refund.reference],
    ],
    closing: `Questions about this refund? Write to ${sender.contactEmail}.`,
  })
}
