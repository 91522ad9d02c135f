import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'
import { PasswordInput } from './password-input.tsx'

type Name = 'currentPassword' | 'newPassword' | 'confirmPassword'
type PasswordChangeFieldsProps = {
  email: string
  field: (name: Name) => UseFormRegisterReturn
  errorOf: (name: Name) => string | undefined
}

/** Fields of the change of one's own password. */
export function PasswordChangeFields({ email, field, errorOf }: PasswordChangeFieldsProps) {
  return (
    <>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errorOf('currentPassword')}>
        <PasswordInput {...field('currentPassword')} autoComplete="current-password" />
      </Field>
      <NewPasswordFields field={field} errorOf={errorOf} />
    </>
  )
}
