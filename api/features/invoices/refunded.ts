import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { MoneyBack } from '../payments/events.ts'
import { appendInvoiceEvent, lockEvenDeleted, updateInvoiceRecord } from './move.ts'
import { invoicePayments } from './tables.ts'

interface Returned {
  id: string
  merchantId: string
  invoiceId: string | null
  /** Total refunded so far, including this refund. */
  refundedKobo: number
}

/**
 * Applies a refund or a lost dispute to the invoice, or a refund that came back (negative): it stays paid, and its refunded amount
 * changes. A fee that the customer paid on top is not part of the invoice and does not count.
 */
export async function countRefund({ tx, now }: Context, payment: Returned, back: MoneyBack): Promise<void> {
  const { merchantId, invoiceId, id: paymentId, refundedKobo } = payment
  if (!invoiceId) return
  const invoice = await lockEvenDeleted(tx, { merchantId, id: invoiceId })
  const ofPayment = and(eq(invoicePayments.merchantId, merchantId), eq(invoicePayments.paymentId, paymentId))
  const [paid] = await tx.select().from(invoicePayments).where(ofPayment)
  if (!invoice || !paid) return
  const backKobo = Math.min(paid.amountKobo, refundedKobo)
  await tx.update(invoicePayments).set({ refundedKobo: backKobo }).where(ofPayment)
  const returned = back.refundId
    ? 'of the online payments was refunded'
    : 'of the online payments was lost in a dispute'
  const what = back.kobo > 0 ? returned : 'that was refunded came back'
  await appendInvoiceEvent(tx, invoice, now, 'refunded', `${formatNaira(Math.abs(back.kobo))} ${what}`)
  const totalKobo = invoice.refundedKobo + backKobo - paid.refundedKobo
  const refundedAt = back.kobo > 0 ? now : invoice.refundedAt
  await updateInvoiceRecord(tx, invoice, { refundedKobo: totalKobo, refundedAt: totalKobo > 0 ? refundedAt : null })
}
