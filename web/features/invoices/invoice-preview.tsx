import { InvoiceDocument } from '../../domain/invoice-document.tsx'
import { buildInvoiceDocument } from './build-invoice-document.ts'
import type { InvoiceForm } from './invoice-form.ts'
import { useIssuer } from './use-issuer.ts'

export function InvoicePreview({
  invoiceForm: { form, pricing },
  number,
}: {
  invoiceForm: InvoiceForm
  number: string | null
}) {
  const business = useIssuer()
  const { customerEmail, customerName, number: typedNumber, dueOn, note } = form.watch()
  const invoiceDocument = buildInvoiceDocument(
    {
      ...pricing,
      number: typedNumber || number,
      customerEmail: customerEmail || 'Your customer',
      customerName: customerName?.trim() || null,
      issuedAt: null,
      dueOn: dueOn || null,
      note: note || null,
      paidKobo: 0,
    },
    business,
  )
  return (
    <section aria-label="Preview" className="min-[1360px]:sticky min-[1360px]:top-20">
      <p className="mb-3 text-sm text-muted">Preview</p>
      <InvoiceDocument data={invoiceDocument} />
    </section>
  )
}
