import { NewSimpleInvoice } from '@adire/contract/invoice-form-schemas.ts'
import { createSimpleInvoice, getInvoiceTotals, listInvoices } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { limits } from '@adire/contract/limits.ts'
import { Check } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'
import { useChange } from '../../client/api.ts'
import { CustomerFields } from '../../domain/customer-fields.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { addDays, dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

const usualTermDays = 14

type SimpleInvoiceModalProps = {
  onClose: () => void
  /** Called with the draft half a second after it was saved; it can then be sent. */
  onSaved: (invoice: Invoice) => void
}

/** Form of an invoice with one line. The form with all options, which it links to, begins with what is typed here. */
export function SimpleInvoiceModal({ onClose, onSaved }: SimpleInvoiceModalProps) {
  const [saved, setSaved] = useState<Invoice>()
  const create = useChange(createSimpleInvoice, {
    refresh: [listInvoices, getInvoiceTotals],
    quiet: true,
    onDone: setSaved,
  })
  const form = useSchemaForm(NewSimpleInvoice, {
    start: {
      customerEmail: '',
      customerName: '',
      description: '',
      dueOn: addDays(dayKey(businessNow()), usualTermDays),
    },
    submit: (values) => create.mutateAsync(values),
  })
  const goOn = useEffectEvent(onSaved)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => goOn(saved), limits.invoiceModalSwitchMs)
    return () => clearTimeout(timer)
  }, [saved])
  return (
    <FormModal
      form={{ ...form, blocked: form.blocked || saved !== undefined }}
      title="Simple invoice"
      action="Save and continue"
      onClose={onClose}
    >
      <CustomerFields
        field={form.field}
        errorOf={form.errorOf}
        email={form.form.watch('customerEmail')}
        purpose="We’ll send the invoice here."
        onName={(name) => form.form.setValue('customerName', name)}
      />
      <Field label="Description" error={form.errorOf('description')}>
        <Input {...form.field('description')} autoComplete="off" maxLength={200} placeholder="Bridal fitting" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField form={form.form} name="amountKobo" label="Amount" />
        <Field label="Due" error={form.errorOf('dueOn')}>
          <DateInput {...form.field('dueOn')} min={dayKey(businessNow())} />
        </Field>
      </div>
      <p role="status" className={saved ? 'flex items-center gap-2 text-ok' : 'text-sm text-muted'}>
        {saved ? (
          <>
            <Check className="size-4" aria-hidden="true" /> {saved.number} is saved as a draft.
          </>
        ) : (
          <>
            Several items, tax or a discount?{' '}
            <Link
              to="/add-item-form"
              state={{ simple: form.form.watch() }}
              className="font-medium text-link hover:underline"
            >
              Create an itemised invoice
            </Link>
          </>
        )}
      </p>
    </FormModal>
  )
}
