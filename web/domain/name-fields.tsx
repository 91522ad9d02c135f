import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type Name = 'firstName' | 'lastName'
type NameFieldsProps = {
  field: (name: Name) => UseFormRegisterReturn
  errorOf: (name: Name) => string | undefined
}

/** First and last name of the person who fills in the form. */
export const NameFields = ({ field, errorOf }: NameFieldsProps) => (
  <>
    <Field label="First name" error={errorOf('firstName')}>
      <Input {...field('firstName')} autoComplete="given-name" />
    </Field>
    <Field label="Last name" error={errorOf('lastName')}>
      <Input {...field('lastName')} autoComplete="family-name" />
    </Field>
  </>
)
