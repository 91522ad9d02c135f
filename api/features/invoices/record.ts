import type { ParsedInput } from '@adire/contract/endpoint.ts'
import {
  type cancelInvoice,
  type deleteInvoice,
  openInvoiceStatuses,
  outsideMethods,
  type recordInvoicePayment,
} from '@adire/contract/invoices.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { and, eq } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { lagosDay } from '../../lagos.ts'
import { recordAuditEvent } from '../audit/audit.ts'
import { readActorName } from '../auth/actor-name.ts'
import { addInvoicePayment } from './apply-payment.ts'
import { retrieveInvoice } from './detail.ts'
import {
  appendInvoiceEvent,
  calculateOwedKobo,
  formatInvoiceNumber,
  invoiceTimeline,
  lockInvoice,
  requireInvoiceStatus,
  updateInvoiceRecord,
} from './move.ts'
import { releaseNumber } from './numbers.ts'
import { checkOpenPayments } from './open-payments.ts'
import { invoicePayments, invoices } from './tables.ts'

/**
 * Records a payment received outside the platform: cash, or a transfer to the merchant's own account.
 * @throws 404; 409 invoice_move_refused if the invoice is not open; 422 for an invalid amount or date
 */
export async function recordInvoicePaymentHandler(
  context: MerchantContext,
  input: ParsedInput<typeof recordInvoicePayment>,
) {
  const { tx, merchant, now } = context
  const { id, amountKobo, method, paidOn, note } = input
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireInvoiceStatus(invoice, openInvoiceStatuses, 'paid')
  const owedKobo = calculateOwedKobo(invoice)
  if (amountKobo > owedKobo) throw problem.field('amountKobo', `${formatNaira(owedKobo)} is owed`)
  if (paidOn > lagosDay(now)) throw problem.field('paidOn', 'Use today or an earlier day')
  await tx.insert(invoicePayments).values({
    merchantId: merchant.id,
    invoiceId: id,
    method,
    amountKobo,
    paidOn,
    note: note ?? null,
    recordedBy: await readActorName(context),
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
 * Deletes a draft or a cancelled invoice. A draft, which no customer has seen, is deleted completely, and its number is reused if
 * it was the latest automatic one. A cancelled invoice was sent, so it is only marked as deleted and keeps its number and payments.
 * @throws 404; 409 invoice_move_refused for any other status
 */
export async function deleteInvoiceHandler(context: MerchantContext, { id }: ParsedInput<typeof deleteInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireInvoiceStatus(invoice, ['draft', 'cancelled'], 'deleted')
  if (invoice.status === 'draft') {
    await invoiceTimeline.delete(tx, { merchantId: merchant.id, ids: [id] })
    await tx.delete(invoices).where(and(eq(invoices.merchantId, merchant.id), eq(invoices.id, id)))
    await releaseNumber(tx, invoice)
  } else await updateInvoiceRecord(tx, invoice, { deletedAt: now })
  await recordAuditEvent(context, { action: 'invoice.deleted', object: formatInvoiceNumber(invoice) })
}
