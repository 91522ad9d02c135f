import { getInvoice, getInvoiceTotals, listInvoices, removeInvoicePayment } from '@adire/contract/invoices.ts'
import { type InvoicePayment, InvoicePaymentRemoval } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useChange } from '../../client/api.ts'
import { formatDay } from '../../ui/date.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type RemovePaymentModalProps = { invoiceId: string; payment: InvoicePayment; onClose: () => void }

/** Removes a payment that was recorded by mistake. */
export function RemovePaymentModal({ invoiceId, payment, onClose }: RemovePaymentModalProps) {
  const removePayment = useChange(removeInvoicePayment, {
    refresh: [getInvoice, listInvoices, getInvoiceTotals],
    success: 'The payment was removed',
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(InvoicePaymentRemoval, {
    start: { reason: '' },
    submit: (values) => removePayment.mutateAsync({ ...values, id: invoiceId, invoicePaymentId: payment.id }),
  })
  return (
    <FormModal form={form} title="Remove this payment?" action="Remove payment" tone="danger" onClose={onClose}>
      <p className="text-ink-2">
        {formatNaira(payment.amountKobo)}, recorded for {formatDay(payment.paidOn)}, will be owed again, unless the
        invoice is cancelled or paid without it. Reminders continue. The customer is not notified now.
      </p>
      <Field label="Reason" error={form.errorOf('reason')} hint="For your team. The customer does not see it.">
        <Input {...form.field('reason')} autoComplete="off" maxLength={200} />
      </Field>
    </FormModal>
  )
}
