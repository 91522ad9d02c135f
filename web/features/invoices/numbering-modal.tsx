import { getInvoiceNumbering, updateInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { InvoiceNumbering } from '@adire/contract/invoice-numbers-schemas.ts'
import { createPortal } from 'react-dom'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type NumberingModalProps = { numbering: { prefix: string; nextNumber: number }; onClose: () => void }

/** Prefix and next number of automatic invoice numbers. In the body, because the invoice is a form and this is one. */
export function NumberingModal({ numbering: { prefix, nextNumber }, onClose }: NumberingModalProps) {
  const update = useChange(updateInvoiceNumbering, {
    refresh: [getInvoiceNumbering],
    quiet: true,
    success: ({ next }) => `The next invoice is ${next}`,
    onDone: onClose,
  })
  const form = useSchemaForm(InvoiceNumbering, {
    start: { prefix, nextNumber },
    submit: (values) => update.mutateAsync(values),
  })
  const { field, errorOf } = form
  return createPortal(
    <FormModal form={form} title="Automatic invoice numbers" action="Save" onClose={onClose}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Prefix" optional error={errorOf('prefix')}>
          <Input {...field('prefix')} maxLength={12} autoComplete="off" spellCheck={false} placeholder="INV-" />
        </Field>
        <Field label="Next number" error={errorOf('nextNumber')}>
          <Input
            {...field('nextNumber', {
              setValueAs: (typed: string | number) => (typed === '' ? undefined : Number(typed)),
            })}
            inputMode="numeric"
            maxLength={9}
            autoComplete="off"
            className="figures"
          />
        </Field>
      </div>
      <p className="text-sm text-muted">Existing invoices keep their numbers. Numbers in use are skipped.</p>
    </FormModal>,
    document.body,
  )
}
