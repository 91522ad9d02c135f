import { registrationLine } from '@adire/contract/business-lines.ts'
import type { InvoiceSheet } from '@adire/contract/invoice-sheet-schemas.ts'
import { invoiceTotals } from '@adire/contract/invoice-totals.ts'
import { and, eq, isNull } from 'drizzle-orm'
import type { ApiConfig } from '../../config.ts'
import type { Tx } from '../../database/connect.ts'
import { merchantsOfNames } from '../../database/merchant-of-name.ts'
import { formatAddress } from '../merchants/address.ts'
import { goLiveRequests, merchants } from '../merchants/tables.ts'
import { isTradingStopped } from '../merchants/trading.ts'
import { calculateOwedKobo, formatInvoiceNumber, type InvoiceRecord } from './move.ts'
import { invoices } from './tables.ts'

type Business = typeof merchants.$inferSelect

const merchantsOfReferences = merchantsOfNames(invoices, invoices.reference)

/** An invoice of any status by its public reference, with its merchant. Undefined if deleted, or if the merchant is suspended or closed. */
export async function findInvoice(tx: Tx, reference: string) {
  const found = await merchantsOfReferences.findByName(tx, reference, (merchantId) =>
    tx
      .select({ invoice: invoices, business: merchants, live: goLiveRequests.status })
      .from(invoices)
      .innerJoin(merchants, eq(merchants.id, invoices.merchantId))
      .leftJoin(goLiveRequests, eq(goLiveRequests.merchantId, merchants.testMerchantId))
      .where(and(eq(invoices.merchantId, merchantId), eq(invoices.reference, reference), isNull(invoices.deletedAt))),
  )
  return isTradingStopped(found?.live) ? undefined : found
}

/** Serializes an invoice for the customer; undefined for a draft. */
export function buildSheet({ publicUrl }: Pick<ApiConfig, 'publicUrl'>, invoice: InvoiceRecord, business: Business) {
  const { status, reference, discount, lines, taxBasisPoints } = invoice
  if (status === 'draft') return undefined
  const { linesKobo } = invoiceTotals({ lines, discount, taxBasisPoints })
  return {
    reference,
    number: formatInvoiceNumber(invoice),
    status,
    issuedAt: (invoice.sentAt ?? invoice.createdAt).toISOString(),
    dueOn: invoice.dueOn,
    paidAt: invoice.paidAt?.toISOString() ?? null,
    business: {
      name: business.businessName,
      email: business.supportEmail ?? business.businessEmail,
      phone: business.businessPhone,
      address: formatAddress(business),
      registration: registrationLine(business),
    },
    customer: { name: invoice.customerName, email: invoice.customerEmail },
    lines: lines.map((line, index) => ({ ...line, amountKobo: linesKobo[index]! })),
    subtotalKobo: invoice.subtotalKobo,
    discountKobo: invoice.discountKobo,
    taxBasisPoints,
    taxKobo: invoice.taxKobo,
    totalKobo: invoice.totalKobo,
    paidKobo: invoice.paidKobo,
    refundedKobo: invoice.refundedKobo,
    refundedAt: invoice.refundedAt?.toISOString() ?? null,
    owedKobo: calculateOwedKobo(invoice),
    partPayment: invoice.partPayment,
    note: invoice.note,
    pdfUrl: `${publicUrl}/pay/invoice/${reference}/pdf`,
  } satisfies InvoiceSheet
}
