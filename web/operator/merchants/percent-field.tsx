import { Controller, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form'
import { DecimalInput } from '../../ui/decimal-input.tsx'
import { Field } from '../../ui/field.tsx'

type PercentFieldProps<In extends FieldValues, Out> = {
  form: UseFormReturn<In, unknown, Out>
  name: Path<In>
  label: string
  hint?: string
}

/** Field for a percentage, whose value is in basis points: 1.5 is 150. Validated when it loses focus. */
export function PercentField<In extends FieldValues, Out>({ form, name, label, hint }: PercentFieldProps<In, Out>) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState: { error } }) => (
        <Field label={label} error={error?.message} hint={hint}>
          <DecimalInput
            {...field}
            scale={100}
            after={<span className="px-2.5">%</span>}
            onBlur={() => {
              field.onBlur()
              form.trigger(name)
            }}
          />
        </Field>
      )}
    />
  )
}
