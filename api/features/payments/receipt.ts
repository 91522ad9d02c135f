import { formatNaira } from '@adire/contract/money.ts'
import { channelNames } from '@adire/contract/payments.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
import { customerEmail, type SendingBusiness } from '../customer-emails/customer-emails.ts'
import { calculateOwedKobo, formatInvoiceNumber } from '../invoices/invoices.ts'
import { invoices } from '../invoices/tables.ts'
import { merchants } from '../merchants/tables.ts'
import { plans } from '../plans/tables.ts'
import { payerUrl } from '../subscriptions/subscriptions.ts'
import { subscriptions } from '../subscriptions/tables.ts'
import type { PaymentRecord } from './move.ts'
import { payments } from './tables.ts'

export const mailReceipt = defineJob('mail-receipt', z.object({ merchantId: z.string(), paymentId: z.string() }))

export const mailReceiptAgain = defineJob(
  'mail-receipt-again',
  z.object({ merchantId: z.string(), paymentId: z.string() }),
)

type Paid = NonNullable<Awaited<ReturnType<typeof paidPayment>>>

export async function paidPayment(tx: Tx, { merchantId, paymentId }: { merchantId: string; paymentId: string }) {
  const [found] = await tx
    .select({
      payment: payments,
      business: merchants,
      invoice: invoices,
      subscription: { accessCode: subscriptions.accessCode, planName: plans.name },
    })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .leftJoin(invoices, and(eq(invoices.merchantId, payments.merchantId), eq(invoices.id, payments.invoiceId)))
    .leftJoin(
      subscriptions,
      and(eq(subscriptions.merchantId, payments.merchantId), eq(subscriptions.id, payments.subscriptionId)),
    )
    .leftJoin(plans, and(eq(plans.merchantId, payments.merchantId), eq(plans.id, subscriptions.planId)))
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, paymentId)))
  if (!found?.payment.paidAt) return undefined
  const { accessCode, planName } = found.subscription
  return { ...found, subscription: accessCode && planName ? { accessCode, planName } : undefined }
}

const paidAtFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Lagos',
})

/** "Card ending 4081", "USSD, Zenith Bank", "Pay with bank, Zenith Bank account ending 0011" */
function paidWith({ channel, cardLast4, senderBank, senderAccount }: PaymentRecord): string {
  const name = channelNames[channel!]
  if (channel === 'card') return cardLast4 ? `${name} ending ${cardLast4}` : name
  if (channel === 'ussd') return `${name}, ${senderBank}`
  return channel === 'bank_account' || channel === 'direct_debit'
    ? `${name}, ${senderBank} account ending ${senderAccount}`
    : name
}

/** Receipt email to the payer. */
export function receiptEmail(config: ApiConfig, sender: SendingBusiness, { payment, invoice, subscription }: Paid) {
  const amount = formatNaira(payment.amountKobo)
  const fee = payment.amountKobo - payment.priceKobo
  return customerEmail(config, sender, {
    to: payment.customerEmail,
    subject: `Your payment of ${amount} to ${sender.nameInSubject}`,
    heading: `You paid ${amount}`,
    paragraphs: [`${sender.name} has received your payment. Keep this receipt.`],
    rows: [
      ['Paid to', sender.name],
      ...(invoice ? invoiceRows(invoice) : []),
      ...(subscription ? ([['Plan', subscription.planName]] as const) : []),
      ['Amount', amount],
      ...(fee > 0 ? ([['Of which fee', formatNaira(fee)]] as const) : []),
      ['Paid with', paidWith(payment)],
      ['Paid on', paidAtFormat.format(payment.paidAt!)],
      ['Reference', payment.reference],
    ],
    ...(subscription && { action: { label: 'See your subscription', url: payerUrl(config, subscription) } }),
    closing: `Questions about what you bought? Write to ${sender.contactEmail}.`,
  })
}

function invoiceRows(invoice: typeof invoices.$inferSelect): [string, string][] {
  const owedKobo = calculateOwedKobo(invoice)
  return [
    ['Invoice', formatInvoiceNumber(invoice)],
    ...(owedKobo > 0 ? ([['Left to pay', formatNaira(owedKobo)]] as [string, string][]) : []),
  ]
}
