import type { ParsedInput } from '@adire/contract/endpoint.ts'
import { outsideMethods } from '@adire/contract/invoice-fields.ts'
import {
  type cancelInvoice,
  type deleteInvoice,
  openInvoiceStatuses,
  type recordInvoicePayment,
} from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { addInvoicePayment } from './apply-payment.ts'
import { retrieveInvoice } from './detail.ts'
import {
  appendInvoiceEvent,
  calculateOwedKobo,
  formatInvoiceNumber,
  lockInvoice,
  requireStatus,
  updateInvoiceRecord,
} from './move.ts'
import { checkOpenPayments } from './open-payments.ts'
import { invoiceCounters, invoiceEvents, invoicePayments, invoices } from './tables.ts'

/** Money that came in some other way: cash at the shop, a transfer to the business's own account. */
export async function recordInvoicePaymentHandler(
  context: MerchantContext,
  input: ParsedInput<typeof recordInvoicePayment>,
) {
  const { tx, merchant, now, user, apiKey } = context
  const { id, amountKobo, method, paidOn, note } = input
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireStatus(invoice, openInvoiceStatuses, 'paid')
  const owedKobo = calculateOwedKobo(invoice)
  if (amountKobo > owedKobo) throw problem.field('amountKobo', `${formatNaira(owedKobo)} is owed`)
  if (paidOn > lagosDay(now)) throw problem.field('paidOn', 'Use a day that has come')
  await tx.insert(invoicePayments).values({
    merchantId: merchant.id,
    invoiceId: id,
    method,
    amountKobo,
    paidOn,
    note: note ?? null,
    recordedBy: user?.email ?? `key …${apiKey?.last4 ?? ''}`,
    at: now,
  })
  const how = method === 'other' ? 'outside' : `outside (${outsideMethods[method].toLowerCase()})`
  await appendInvoiceEvent(tx, invoice, now, 'recorded', `${formatNaira(amountKobo)} was recorded as paid ${how}`)
  await addInvoicePayment(context, invoice, amountKobo, { notifyCustomer: true })
  await recordAuditEvent(context, {
    action: 'invoice.payment_recorded',
    object: formatInvoiceNumber(invoice),
    after: { amountKobo, method, paidOn },
  })
  return retrieveInvoice(context, id)
}

export async function cancelInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof cancelInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  await checkOpenPayments(context, await updateInvoiceRecord(tx, invoice, { status: 'cancelled', nextAt: null }))
  if (invoice.status !== 'cancelled') {
    await appendInvoiceEvent(tx, invoice, now, 'cancelled', 'Cancelled: it can no longer be paid')
    await recordAuditEvent(context, { action: 'invoice.cancelled', object: formatInvoiceNumber(invoice) })
  }
  return retrieveInvoice(context, id)
}

/**
 * A draft goes for good, and its number with it where none was given since: nobody has seen it. A cancelled invoice was
 * sent, so it keeps its number and its payments and is shown nowhere any more.
 */
export async function deleteInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof deleteInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireStatus(invoice, ['draft', 'cancelled'], 'deleted')
  if (invoice.status === 'draft') {
    await tx
      .delete(invoiceEvents)
      .where(and(eq(invoiceEvents.merchantId, merchant.id), eq(invoiceEvents.invoiceId, id)))
    await tx.delete(invoices).where(and(eq(invoices.merchantId, merchant.id), eq(invoices.id, id)))
    await tx
      .update(invoiceCounters)
      .set({ last: invoice.number - 1 })
      .where(and(eq(invoiceCounters.merchantId, merchant.id), eq(invoiceCounters.last, invoice.number)))
  } else await updateInvoiceRecord(tx, invoice, { deletedAt: now })
  await recordAuditEvent(context, { action: 'invoice.deleted', object: formatInvoiceNumber(invoice) })
}
