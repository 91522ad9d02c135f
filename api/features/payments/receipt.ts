import type { ReceiptRow } from '@adire/contract/checkout-page-props.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { defineJob } from '../../jobs/queue.ts'
import { formatInstant } from '../../lagos.ts'
import { customerEmail } from '../customer-emails/customer-emails.ts'
import type { SendingBusiness } from '../merchants/sending-business.ts'
import { merchants } from '../merchants/tables.ts'
import { serverChannels } from './channels/channels.ts'
import { type Purchase, purchaseDescriptions } from './events.ts'
import type { PaymentRecord } from './move.ts'
import { payments } from './tables.ts'

export const mailReceipt = defineJob('mail-receipt', z.object({ merchantId: z.string(), paymentId: z.string() }))

export const mailReceiptAgain = defineJob(
  'mail-receipt-again',
  z.object({ merchantId: z.string(), paymentId: z.string() }),
)

export type Paid = NonNullable<Awaited<ReturnType<typeof paidPayment>>>

/** A paid payment with its business and what it was for; undefined if it is not paid. */
export async function paidPayment(
  tx: Tx,
  config: Pick<ApiConfig, 'publicUrl'>,
  { merchantId, paymentId }: { merchantId: string; paymentId: string },
) {
  const [found] = await tx
    .select({ payment: payments, business: merchants })
    .from(payments)
    .innerJoin(merchants, eq(merchants.id, payments.merchantId))
    .where(and(eq(payments.merchantId, merchantId), eq(payments.id, paymentId)))
  if (!found?.payment.paidAt) return undefined
  return { ...found, purchase: await collectPurchase(tx, config, found.payment) }
}

async function collectPurchase(tx: Tx, config: Pick<ApiConfig, 'publicUrl'>, payment: PaymentRecord) {
  const purchase: Purchase & Required<Pick<Purchase, 'rows'>> = { rows: [] }
  for (const describe of purchaseDescriptions.get()) {
    const described = await describe(tx, payment, config)
    purchase.rows.push(...(described?.rows ?? []))
    purchase.text ??= described?.text
    purchase.action ??= described?.action
    purchase.page ??= described?.page
  }
  return purchase
}

/** Path of the receipt of a paid payment. */
export const receiptPath = (accessCode: string) => `/pay/receipt/${accessCode}`

/** Its public URL. */
export const receiptUrl = ({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, { accessCode }: { accessCode: string }) =>
  publicUrl + receiptPath(accessCode)

/**
 * Rows of a receipt, in the email, on its page and in its PDF: what was bought, amount (price, fee and total where the payer bears the fee),
 * method, date and reference.
 */
export function receiptRows(businessName: string, { payment, purchase }: Paid): ReceiptRow[] {
  const fee = payment.amountKobo - payment.priceKobo
  const item = purchase.page?.name
  return [
    ['Paid to', businessName],
    ...(item ? ([['For', item]] as const) : []),
    ...purchase.rows,
    ...(fee > 0
      ? ([
          ['Price', formatNaira(payment.priceKobo)],
          ['Payment fee, VAT included', formatNaira(fee)],
          ['Total paid', formatNaira(payment.amountKobo)],
        ] as const)
      : ([['Amount', formatNaira(payment.amountKobo)]] as const)),
    ['Paid with', serverChannels[payment.channel!].receiptText(payment)],
    ['Paid on', formatInstant(payment.paidAt!)],
    ['Reference', payment.reference],
    ...(payment.refundedKobo > 0 ? ([['Refunded since', formatNaira(payment.refundedKobo)]] as const) : []),
  ]
}

/** Receipt email to the payer. */
export function receiptEmail(config: ApiConfig, sender: SendingBusiness, paid: Paid) {
  const { payment, purchase } = paid
  const amount = formatNaira(payment.amountKobo)
  return customerEmail(config, sender, {
    to: payment.customerEmail,
    subject: `Your payment of ${amount} to ${sender.nameInSubject}`,
    heading: `You paid ${amount}`,
    paragraphs: [`${sender.name} has received your payment. Keep this receipt.`],
    rows: receiptRows(sender.name, paid),
    action: purchase.action ?? { label: 'View receipt', url: receiptUrl(config, payment) },
    closing: `Questions about what you bought? Write to ${sender.contactEmail}.`,
  })
}
