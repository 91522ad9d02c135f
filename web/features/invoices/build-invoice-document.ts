import { addressLine, registrationLine } from '@adire/contract/business-lines.ts'
import { type InvoicePricing, invoiceTotals } from '@adire/contract/invoice-totals.ts'
import type { InvoiceDocumentData } from '../../domain/invoice-document.tsx'
import type { Issuer } from './use-issuer.ts'

type Written = InvoicePricing &
  Pick<InvoiceDocumentData, 'number' | 'issuedAt' | 'dueOn' | 'note'> & {
    customerName: string | null
    customerEmail: string
    paidKobo: number
    refundedKobo?: number
    refundedAt?: string | null
  }

/** Data of an invoice document as the customer sees it. */
export function buildInvoiceDocument(invoice: Written, business: Issuer | undefined): InvoiceDocumentData {
  const { linesKobo, ...sums } = invoiceTotals(invoice)
  return {
    number: invoice.number,
    business: {
      name: business?.businessName ?? '',
      email: business?.supportEmail ?? business?.businessEmail ?? '',
      phone: business?.businessPhone ?? null,
      address: business ? addressLine({ ...business.location, state: business.state }) : null,
      registration: business ? registrationLine(business) : null,
      logoUrl: business?.logoUrl ?? null,
      brandColor: business?.brandColor ?? null,
    },
    customer: { name: invoice.customerName, email: invoice.customerEmail },
    issuedAt: invoice.issuedAt,
    dueOn: invoice.dueOn,
    lines: invoice.lines.map((line, index) => ({ ...line, amountKobo: linesKobo[index]! })),
    taxBasisPoints: invoice.taxBasisPoints,
    ...sums,
    paidKobo: invoice.paidKobo,
    refundedKobo: invoice.refundedKobo ?? 0,
    refundedAt: invoice.refundedAt ?? null,
    owedKobo: Math.max(0, sums.totalKobo - invoice.paidKobo),
    note: invoice.note,
  }
}
