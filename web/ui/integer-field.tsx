import type { ReactNode } from 'react'
import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type IntegerFieldProps<In extends FieldValues, Out> = {
  /** `form` of `useSchemaForm`. */
  form: UseFormReturn<In, unknown, Out>
  name: Path<In>
  label: string
  hint?: ReactNode
  /** Maximum number of digits. */
  digits: number
  /** Value of the form while the field is empty. */
  empty: null | 0
}

/** Optional integer field that accepts digits only. */
export function IntegerField<In extends FieldValues, Out>(props: IntegerFieldProps<In, Out>) {
  const { form, name, digits, empty, ...field } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field: { onChange, onBlur, value, ref }, fieldState: { error } }) => (
        <Field {...field} optional error={error?.message}>
          <Input
            ref={ref}
            inputMode="numeric"
            autoComplete="off"
            maxLength={digits}
            className="figures"
            value={value === empty ? '' : String(value ?? '')}
            onChange={({ target }) => {
              const typed = target.value.replace(/\D/g, '')
              onChange(typed === '' ? empty : Number(typed))
            }}
            onBlur={() => {
              onBlur()
              form.trigger(name)
            }}
          />
        </Field>
      )}
    />
  )
}
