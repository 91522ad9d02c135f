import { OutsidePayment } from '@adire/contract/invoice-form-schemas.ts'
import {
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  outsideMethods,
  recordInvoicePayment,
} from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useChange } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'

const methods = Object.entries(outsideMethods).map(([value, label]) => ({ value, label }))
const optional = { setValueAs: (value: string | undefined) => value?.trim() || undefined }

/** Records a payment that was received outside the invoice's page. */
export function RecordPaymentModal({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const owedKobo = invoice.totalKobo - invoice.paidKobo
  const recordPayment = useChange(recordInvoicePayment, {
    refresh: [getInvoice, listInvoices, getInvoiceTotals],
    success: ({ number, status }) => (status === 'paid' ? `${number} is paid` : 'The payment was recorded'),
    quiet: true,
    onDone: onClose,
  })
  const today = dayKey(businessNow())
  const form = useSchemaForm(OutsidePayment, {
    start: { amountKobo: owedKobo, method: 'cash', paidOn: today, note: '' },
    submit: (values) => recordPayment.mutateAsync({ ...values, id: invoice.id }),
  })
  return (
    <FormModal form={form} title="Record a payment" action="Record" onClose={onClose}>
      <p className="text-ink-2">For cash, transfer or POS payments received outside Adire.</p>
      <MoneyField form={form.form} name="amountKobo" label="Amount" hint={`${formatNaira(owedKobo)} is due.`} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Payment method" error={form.errorOf('method')}>
          <Select {...form.field('method')} options={methods} />
        </Field>
        <Field label="Date" error={form.errorOf('paidOn')}>
          <DateInput {...form.field('paidOn')} max={today} />
        </Field>
      </div>
      <Field label="Note" optional error={form.errorOf('note')} hint="Internal. The customer does not see it.">
        <Input {...form.field('note', optional)} autoComplete="off" maxLength={200} />
      </Field>
    </FormModal>
  )
}
