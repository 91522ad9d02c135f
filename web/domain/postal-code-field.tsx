import type { ComponentProps } from 'react'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type PostalCodeFieldProps = ComponentProps<typeof Input> & { error: string | undefined }

/** Postal code of a business. Register it with `optionalText`. */
export const PostalCodeField = ({ error, ...field }: PostalCodeFieldProps) => (
  <Field label="Postal code" optional error={error} hint="6 digits, like 100271">
    <Input {...field} inputMode="numeric" autoComplete="postal-code" maxLength={6} className="figures" />
  </Field>
)
