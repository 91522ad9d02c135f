import type { ReactNode } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'

type MoneyFieldProps<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  name: Path<In>
  label: ReactNode
  hint?: ReactNode
  /** May be empty; its value is then null. */
  optional?: boolean
}

/** Amount field of a form. Validated on blur if not empty; an error disappears as soon as the value is valid. */
export function MoneyField<In extends FieldValues, Out>({
  form,
  name,
  label,
  hint,
  optional = false,
}: MoneyFieldProps<In, Out>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field label={label} optional={optional} error={error?.message} hint={hint}>
          <MoneyInput
            {...field}
            onChange={(kobo) => field.onChange(optional ? (kobo ?? null) : kobo)}
            onBlur={() => {
              field.onBlur()
              if (field.value !== undefined && field.value !== null) form.trigger(name)
            }}
          />
        </Field>
      )}
    />
  )
}
