import type { Parsed } from '@adire/contract/endpoint.ts'
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
import { record } from '../audit/audit.ts'
import { show } from './detail.ts'
import { change, lockInvoice, numberOf, owedOf, requireStatus, tell } from './move.ts'
import { checkOpenPayments } from './open-payments.ts'
import { count } from './settle.ts'
import { invoiceCounters, invoiceEvents, invoicePayments, invoices } from './tables.ts'

/** Money that came in some other way: cash at the shop, a transfer to the business's own account. */
export async function recordPayment(context: MerchantContext, input: Parsed<typeof recordInvoicePayment>) {
  const { tx, merchant, now, user, apiKey } = context
  const { id, amountKobo, method, paidOn, note } = input
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  requireStatus(invoice, openInvoiceStatuses, 'paid')
  const owedKobo = owedOf(invoice)
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
  await tell(tx, invoice, now, 'recorded', `${formatNaira(amountKobo)} was recorded as paid ${how}`)
  await count(context, invoice, amountKobo, { tellCustomer: true })
  await record(context, {
    action: 'invoice.payment_recorded',
    object: numberOf(invoice),
    after: { amountKobo, method, paidOn },
  })
  return show(context, id)
}

export async function cancel(context: MerchantContext, { id }: Parsed<typeof cancelInvoice>) {
  const { tx, merchant, now } = context
  const invoice = await lockInvoice(tx, { merchantId: merchant.id, id })
  await checkOpenPayments(context, await change(tx, invoice, { status: 'cancelled', nextAt: null }))
  if (invoice.status !== 'cancelled') {
    await tell(tx, invoice, now, 'cancelled', 'Cancelled: it can no longer be paid')
    await record(context, { action: 'invoice.cancelled', object: numberOf(invoice) })
  }
  return show(context, id)
}

/**
 * A draft goes for good, and its number with it where none was given since: nobody has seen it. A cancelled invoice was
 * sent, so it keeps its number and its payments and is shown nowhere any more.
 */
export async function remove(context: MerchantContext, { id }: Parsed<typeof deleteInvoice>) {
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
  } else await change(tx, invoice, { deletedAt: now })
  await record(context, { action: 'invoice.deleted', object: numberOf(invoice) })
}
