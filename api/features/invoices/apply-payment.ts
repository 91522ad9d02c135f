import type { InvoiceStatus } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { Context } from '../../context.ts'
import { enqueueJob } from '../../jobs/queue.ts'
import { lagosDay } from '../../lagos.ts'
import { sendNotification } from '../notifications/jobs.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveInvoice } from './detail.ts'
import { mailInvoicePaid } from './mails.ts'
import {
  appendInvoiceEvent,
  formatInvoiceNumber,
  type InvoiceRecord,
  lockEvenDeleted,
  updateInvoiceRecord,
} from './move.ts'
import { checkOpenPayments } from './open-payments.ts'
import { invoicePayments } from './tables.ts'

interface Paid {
  id: string
  merchantId: string
  invoiceId: string | null
  priceKobo: number
  customerEmail: string
}

/**
 * Applies a successful payment to its invoice, in the payment's transaction. Money received is always recorded, even if the
 * invoice is already paid, cancelled or deleted: the merchant is notified and refunds or keeps it.
 */
export async function applyPaymentToInvoice(context: Context, payment: Paid): Promise<void> {
  const { tx, now } = context
  const { merchantId, invoiceId, id: paymentId, priceKobo: amountKobo } = payment
  if (!invoiceId) return
  const invoice = await lockEvenDeleted(tx, { merchantId, id: invoiceId })
  if (!invoice) return
  const [added] = await tx
    .insert(invoicePayments)
    .values({ merchantId, invoiceId, paymentId, method: 'online', amountKobo, paidOn: lagosDay(now), at: now })
    .onConflictDoNothing()
    .returning({ id: invoicePayments.id })
  if (!added) return
  await appendInvoiceEvent(tx, invoice, now, 'paid', `${payment.customerEmail} paid ${formatNaira(amountKobo)} online`)
  // The payer gets a receipt. If the payer is not the customer, the customer is notified too.
  await addInvoicePayment(context, invoice, amountKobo, {
    notifyCustomer: payment.customerEmail !== invoice.customerEmail,
  })
}

/** Adds a payment to a locked invoice: amount, status, events, notifications. */
export async function addInvoicePayment(
  context: Context,
  invoice: InvoiceRecord,
  amountKobo: number,
  { notifyCustomer }: { notifyCustomer: boolean },
): Promise<InvoiceRecord> {
  const { tx, now } = context
  const paidKobo = invoice.paidKobo + amountKobo
  const status = statusAfter(invoice.status, paidKobo >= invoice.totalKobo)
  const becomesPaid = status === 'paid' && invoice.status !== 'paid'
  const counted = await updateInvoiceRecord(tx, invoice, {
    status,
    paidKobo,
    ...(becomesPaid && { paidAt: now, nextAt: null }),
  })
  await checkOpenPayments(context, counted)
  const { merchantId, id } = invoice
  if (becomesPaid) {
    await appendInvoiceEvent(tx, invoice, now, 'settled', 'Paid in full')
    if (notifyCustomer) await enqueueJob(tx, mailInvoicePaid, { merchantId, id }, { merchantId, key: id })
    await emitWebhookEvent(context, merchantId, 'invoice.paid', (of) => retrieveInvoice(of, id))
  }
  const tooMuchKobo = tooMuch(invoice, counted)
  if (tooMuchKobo > 0) {
    const text = `${formatNaira(tooMuchKobo)} more than was owed was paid. Refund it, or agree with the customer what it is for.`
    await appendInvoiceEvent(tx, invoice, now, 'overpaid', text)
    const title = `Invoice ${formatInvoiceNumber(invoice)} was paid too much`
    await sendNotification(context, merchantId, { kind: 'payment', title, text, path: `/invoice_page/${id}` })
  }
  return counted
}

/** Status after a payment. A partly paid overdue invoice stays overdue; a paid or cancelled one does not change. */
function statusAfter(status: InvoiceStatus, isAll: boolean): InvoiceStatus {
  if (status === 'paid' || status === 'cancelled') return status
  if (isAll) return 'paid'
  return status === 'pending' ? 'partially_paid' : status
}

/** Overpayment of the latest payment, in kobo: all of it if nothing was due. */
function tooMuch(before: InvoiceRecord, after: InvoiceRecord): number {
  if (before.status === 'cancelled') return after.paidKobo - before.paidKobo
  return Math.max(0, after.paidKobo - after.totalKobo) - Math.max(0, before.paidKobo - before.totalKobo)
}
