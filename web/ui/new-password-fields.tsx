import { limits } from '@adire/contract/limits.ts'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

type Name = 'newPassword' | 'confirmPassword'
type NewPasswordFieldsProps = {
  field: (name: Name) => UseFormRegisterReturn
  errorOf: (name: Name) => string | undefined
}

/** Two fields for a new password. */
export function NewPasswordFields({ field, errorOf }: NewPasswordFieldsProps) {
  return (
    <>
      <Field
        label="New password"
        error={errorOf('newPassword')}
        hint={`At least ${limits.passwordMinimum} characters, with letters and numbers`}
      >
        <PasswordInput {...field('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm password" error={errorOf('confirmPassword')}>
        <PasswordInput {...field('confirmPassword')} autoComplete="new-password" />
      </Field>
    </>
  )
}
