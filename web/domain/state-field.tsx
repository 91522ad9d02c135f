import type { ComponentProps } from 'react'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'

type StateFieldProps = ComponentProps<typeof Select> & { error: string | undefined }

/** State of a business; none for a country without states in our list. */
export function StateField({ error, options, ...field }: StateFieldProps) {
  if (options.length === 0) return null
  return (
    <Field label="State" error={error}>
      <Select {...field} autoComplete="address-level1" placeholder="Choose a state" options={options} />
    </Field>
  )
}
