import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { and, desc, eq, isNull } from 'drizzle-orm'
import type { MerchantContext } from '../../context.ts'
import { problem } from '../../http/problem.ts'
import { formatInvoiceNumber, type InvoiceRecord, invoiceTimeline } from './move.ts'
import { invoicePayments, invoices } from './tables.ts'

/** Maximum number of payments and events returned; no real invoice has this many. */
const maxRows = 100

/**
 * One of the merchant's invoices with its payments and events.
 * @throws 404 if it is unknown or deleted
 */
export async function retrieveInvoice(context: MerchantContext, id: string): Promise<Invoice> {
  const { tx, merchant } = context
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.merchantId, merchant.id), eq(invoices.id, id), isNull(invoices.deletedAt)))
  if (!invoice) throw problem.notFound('invoice')
  const paid = await tx
    .select()
    .from(invoicePayments)
    .where(and(eq(invoicePayments.merchantId, merchant.id), eq(invoicePayments.invoiceId, id)))
    .orderBy(desc(invoicePayments.at), desc(invoicePayments.id))
    .limit(maxRows)
  return {
    ...toInvoiceResponse(context, invoice),
    payments: paid.map(({ merchantId: _, invoiceId: __, at, ...row }) => ({ ...row, at: at.toISOString() })),
    events: await invoiceTimeline.list(tx, invoice, maxRows),
  }
}

function toInvoiceResponse({ config }: MerchantContext, invoice: InvoiceRecord) {
  const { merchantId: _, reference, nextAt: __, mailedAt: ___, deletedAt: ____, ...rest } = invoice
  const url = `${config.publicUrl}/pay/invoice/${reference}`
  return {
    ...rest,
    number: formatInvoiceNumber(invoice),
    url,
    pdfUrl: `${url}/pdf`,
    createdAt: invoice.createdAt.toISOString(),
    sentAt: invoice.sentAt?.toISOString() ?? null,
    remindedAt: invoice.remindedAt?.toISOString() ?? null,
    paidAt: invoice.paidAt?.toISOString() ?? null,
    refundedAt: invoice.refundedAt?.toISOString() ?? null,
  }
}
