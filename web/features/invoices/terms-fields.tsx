import { reminderChoices } from '@adire/contract/invoices.ts'
import { Controller } from 'react-hook-form'
import { SplitField } from '../../domain/split-field.tsx'
import { businessNow } from '../../ui/business-clock.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { addDays, dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import type { InvoiceForm } from './invoice-form.ts'
import { reminderName } from './reminders.ts'

const terms = [
  { days: 0, label: 'Today' },
  { days: 7, label: '7 days' },
  { days: 14, label: '14 days' },
  { days: 30, label: '30 days' },
]

/** Payment terms: due date, part payments and reminders. */
export function TermsFields({ invoiceForm: { form, field, errorOf } }: { invoiceForm: InvoiceForm }) {
  const today = dayKey(businessNow())
  const dueOn = form.watch('dueOn')
  return (
    <>
      <Field label="Due" error={errorOf('dueOn')}>
        <div className="flex flex-wrap gap-2">
          <div className="w-44 max-w-full">
            <DateInput {...field('dueOn')} min={today} />
          </div>
          <fieldset className="flex flex-wrap gap-1">
            <legend className="sr-only">Due in</legend>
            {terms.map(({ days, label }) => {
              const day = addDays(today, days)
              return (
                <button
                  key={days}
                  type="button"
                  aria-pressed={dueOn === day}
                  onClick={() => form.setValue('dueOn', day, { shouldDirty: true, shouldValidate: true })}
                  className="h-10 rounded-md px-3 font-medium text-ink-2 hover:bg-neutral-soft aria-pressed:bg-soft aria-pressed:text-link pointer-coarse:h-11"
                >
                  {label}
                </button>
              )
            })}
          </fieldset>
        </div>
      </Field>
      <Checkbox
        {...field('partPayment')}
        label="Allow part payments"
        hint="The customer chooses how much to pay each time, until the invoice is paid."
      />
      <Controller
        control={form.control}
        name="reminderDays"
        render={({ field: { value = [], onChange } }) => (
          <fieldset>
            <legend className="mb-2 font-medium">Email reminders until paid</legend>
            <div className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
              {reminderChoices.map((day) => (
                <Checkbox
                  key={day}
                  label={reminderName(day)}
                  checked={value.includes(day)}
                  onChange={({ target }) =>
                    onChange(target.checked ? [...value, day] : value.filter((other) => other !== day))
                  }
                />
              ))}
            </div>
          </fieldset>
        )}
      />
      <Controller
        control={form.control}
        name="splitId"
        render={({ field: { value, onChange } }) => (
          <SplitField value={value} onChange={onChange} error={errorOf('splitId')} />
        )}
      />
      <Field label="Note" optional error={errorOf('note')} hint="Shown below the items.">
        <Textarea {...field('note')} rows={3} maxLength={1000} />
      </Field>
    </>
  )
}
