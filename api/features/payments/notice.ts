import { formatNaira } from '@adire/contract/money.ts'
import { channelNames } from '@adire/contract/payments.ts'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { letter } from '../../emails/mail.ts'
import { enqueue, job } from '../../jobs/queue.ts'
import { numberOf, owedOf } from '../invoices/invoices.ts'
import { notifyMembers } from '../notifications/notifications.ts'
import type { paidPayment } from './receipt.ts'

type Paid = NonNullable<Awaited<ReturnType<typeof paidPayment>>>

export const mailPaymentNotice = job(
  'mail-payment-notice',
  z.object({ merchantId: z.string(), paymentId: z.string(), to: z.string() }),
)

/** Tells the business that it was paid. Apart from the payment's own transaction: on a busy day nobody waits for it. */
export async function notifyOfPayment({ tx, now }: Context, { payment, business, invoice }: Paid): Promise<void> {
  const news = {
    kind: 'payment' as const,
    title: `${formatNaira(payment.amountKobo)} received`,
    text: `${payment.customerName ?? payment.customerEmail} paid ${paidWhat(business, invoice)}.`,
    path: `/transactions/${payment.id}`,
  }
  const addresses = await notifyMembers(tx, payment.merchantId, news, now)
  for (const to of addresses)
    await enqueue(
      tx,
      mailPaymentNotice,
      { merchantId: payment.merchantId, paymentId: payment.id, to },
      { key: `${payment.id}:${to}`, runAt: now },
    )
}

const paidWhat = ({ businessName }: Paid['business'], invoice: Paid['invoice']) =>
  invoice ? `${owedOf(invoice) > 0 ? 'a part of' : ''} invoice ${numberOf(invoice)}`.trim() : businessName

/** For a member who wants to hear of every payment by mail. */
export function paymentNotice(config: Config, { payment, business, invoice }: Paid, to: string) {
  const amount = formatNaira(payment.amountKobo)
  return letter(config, {
    to,
    subject: `${business.businessName} received ${amount}`,
    heading: `${amount} received`,
    paragraphs: [`${payment.customerName ?? payment.customerEmail} paid ${paidWhat(business, invoice)}.`],
    rows: [
      ['Amount', amount],
      ['Fee and VAT', formatNaira(payment.feeKobo + payment.vatKobo)],
      ['Net', formatNaira(payment.netKobo)],
      ['Paid with', channelNames[payment.channel!]],
      ['Reference', payment.reference],
    ],
    action: { label: 'See the transaction', url: `${config.publicUrl}/transactions/${payment.id}` },
    test: business.mode === 'TEST',
    closing:
      'You get this mail because you asked for one with every payment. Change that under Settings, Notifications.',
  })
}
