import { limits } from '@adire/contract/limits.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

type ChoosePasswordFieldProps = {
  field: (name: 'password') => UseFormRegisterReturn
  errorOf: (name: 'password') => string | undefined
}

/** First password of a person who accepts an invitation. */
export const ChoosePasswordField = ({ field, errorOf }: ChoosePasswordFieldProps) => (
  <Field
    label="Choose a password"
    error={errorOf('password')}
    hint={`At least ${limits.passwordMinimum} characters, with letters and numbers`}
  >
    <PasswordInput {...field('password')} autoComplete="new-password" />
  </Field>
)
