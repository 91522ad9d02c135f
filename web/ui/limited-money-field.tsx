import type { ReactNode } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'

type LimitedMoneyFieldProps<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  name: Path<In>
  label: string
  hint?: ReactNode
  action?: ReactNode
  /** Error of an amount above the maximum, which depends on the object and is not in the schema. */
  excess: string | false
}

/** Amount field that is filled in with its maximum. An error disappears as soon as the value is valid. */
export function LimitedMoneyField<In extends FieldValues, Out>(props: LimitedMoneyFieldProps<In, Out>) {
  const { form, name, label, hint, action, excess } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field label={label} error={excess || error?.message} hint={hint} action={action}>
          <MoneyInput {...field} />
        </Field>
      )}
    />
  )
}
