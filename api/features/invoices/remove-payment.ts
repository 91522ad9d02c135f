import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { outsideMethods, type removeInvoicePayment } from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatDay, lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { emitWebhookEvent } from '../webhooks/emit.ts'
import { retrieveInvoice } from './detail.ts'
import {
  appendInvoiceEvent,
  formatInvoiceNumber,
  type InvoiceRecord,
  lockInvoice,
  updateInvoiceRecord,
} from './move.ts'
import { nextScheduledAt } from './schedule.ts'
import { invoicePayments } from './tables.ts'

/**
 * Removes a payment that was recorded by mistake: its amount is owed again, unless the invoice is cancelled or paid without it.
 * @throws 404 invoice_not_found, payment_not_found, also if another request has removed it; 409 payment_not_recorded if it was made online
 */
export async function removeInvoicePaymentHandler(
  context: MerchantContext,
  { id, invoicePaymentId, reason }: ParsedInput<typeof removeInvoicePayment>,
) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  const { method, amountKobo, paidOn } = await deletePaymentRecord(context, invoice, invoicePaymentId)
  await updateInvoiceRecord(tx, invoice, changeWithout(invoice, amountKobo, now))
  const recorded = `${formatNaira(amountKobo)} (${outsideMethods[method].toLowerCase()}, ${formatDay(paidOn)})`
  const text = `${await readActorName(context)} removed the recorded payment of ${recorded}: ${reason}`
  await appendInvoiceEvent(tx, invoice, now, 'payment_removed', text)
  await recordAuditEvent(context, {
    action: 'invoice.payment_removed',
    object: formatInvoiceNumber(invoice),
    before: { amountKobo, method, paidOn },
    after: { reason },
  })
  await emitWebhookEvent(context, merchant.id, 'invoice.payment_removed', (of) => retrieveInvoice(of, id))
  return retrieveInvoice(context, id)
}

async function deletePaymentRecord({ tx }: MerchantContext, invoice: InvoiceRecord, invoicePaymentId: string) {
  const ofPayment = and(
    eq(invoicePayments.merchantId, invoice.merchantId),
    eq(invoicePayments.invoiceId, invoice.id),
    eq(invoicePayments.id, invoicePaymentId),
  )
  const [payment] = await tx.select().from(invoicePayments).where(ofPayment)
  if (!payment) throw problem.notFound('payment')
  const { method } = payment
  if (method === 'online')
    throw problem.conflict(
      'payment_not_recorded',
      'This payment was made online, so it cannot be removed. Refund it from its transaction.',
    )
  await tx.delete(invoicePayments).where(ofPayment)
  return { ...payment, method }
}

/** Change of an invoice that loses a payment. One that is open again continues with the reminders that are still to come. */
function changeWithout(invoice: InvoiceRecord, amountKobo: number, now: Date): Partial<InvoiceRecord> {
  const paidKobo = invoice.paidKobo - amountKobo
  if (invoice.status === 'cancelled' || paidKobo >= invoice.totalKobo) return { paidKobo }
  const unpaid = paidKobo > 0 ? 'partially_paid' : 'pending'
  return {
    paidKobo,
    status: invoice.dueOn < lagosDay(now) ? 'overdue' : unpaid,
    paidAt: null,
    nextAt: nextScheduledAt(invoice, now),
  }
}
