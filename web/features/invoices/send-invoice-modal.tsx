import { withoutLinks } from '@adire/contract/email-sender.ts'
import { InvoiceMessage } from '@adire/contract/invoice-form-schemas.ts'
import { invoiceMailText } from '@adire/contract/invoice-mail.ts'
import { getInvoice, getInvoiceTotals, listInvoices, sendInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { useCall, useChange } from '../../client/api.ts'
import { formatDay } from '../../ui/date.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useProductName } from '../../ui/product.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'

const neutralHint =
  'Added to the email above. Until your business is approved, the subject does not name it, and links are removed.'

/** Review before sending: the recipient and the email they get. */
export function SendInvoiceModal({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const business = useCall(getMerchant, {})
  const send = useChange(sendInvoice, {
    refresh: [listInvoices, getInvoice, getInvoiceTotals],
    success: `${invoice.number} was sent to ${invoice.customerEmail}`,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(InvoiceMessage, {
    start: { message: '' },
    submit: ({ message }) => send.mutateAsync({ id: invoice.id, ...(message && { message }) }),
  })
  const product = useProductName()
  const isVerified = business.data?.isVerified ?? false
  const sender = { businessName: business.data?.businessName ?? '', isVerified, brand: product }
  const mail = invoiceMailText({
    sender,
    number: invoice.number,
    customerName: invoice.customerName,
    owedKobo: Math.max(0, invoice.totalKobo - invoice.paidKobo),
    due: formatDay(invoice.dueOn),
    message: form.form.watch('message')?.trim(),
  })
  return (
    <FormModal form={form} title="Send invoice request" action="Send" onClose={onClose}>
      <section aria-label="The email" className="rounded-md border border-line text-sm">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-b border-line bg-sunken px-4 py-3">
          <dt className="text-muted">To</dt>
          <dd className="wrap-anywhere">{invoice.customerEmail}</dd>
          <dt className="text-muted">Subject</dt>
          <dd className="wrap-anywhere">{mail.subject}</dd>
        </dl>
        <div className="flex flex-col gap-2 px-4 py-3 text-ink-2 wrap-anywhere">
          <p className="font-semibold text-ink">{mail.heading}</p>
          {mail.paragraphs.map((text) => (
            <p key={text}>{isVerified ? text : withoutLinks(text)}</p>
          ))}
          <p className="font-medium text-link">{mail.action}</p>
        </div>
      </section>
      <Field
        label="Message"
        optional
        error={form.errorOf('message')}
        hint={isVerified ? 'Added to the email above.' : neutralHint}
      >
        <Textarea {...form.field('message')} rows={3} maxLength={500} />
      </Field>
    </FormModal>
  )
}
