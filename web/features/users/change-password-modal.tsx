import { messages } from '@adire/contract/messages.ts'
import { changePassword, listSessions, validatePassword } from '@adire/contract/users.ts'
import { PasswordChange } from '@adire/contract/users-schemas.ts'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type ChangePasswordModalProps = { open: boolean; email: string; onClose: () => void }

export function ChangePasswordModal({ open, ...rest }: ChangePasswordModalProps) {
  return open ? <OpenModal {...rest} /> : null
}

/** Checks the current password first, so that an error about it comes before any change. */
function OpenModal({ email, onClose }: Omit<ChangePasswordModalProps, 'open'>) {
  const validate = useChange(validatePassword, { quiet: true })
  const change = useChange(changePassword, {
    refresh: [listSessions],
    success: messages.passwordUpdated,
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(PasswordChange, {
    start: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async (values) => {
      await validate.mutateAsync({ currentPassword: values.currentPassword })
      await change.mutateAsync(values)
    },
  })
  const { field, errorOf } = form
  return (
    <FormModal form={form} title="Change Password" action="Submit" onClose={onClose}>
      {/* Tells password managers which account the password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errorOf('currentPassword')}>
        <PasswordInput {...field('currentPassword')} autoComplete="current-password" />
      </Field>
      <NewPasswordFields field={field} errorOf={errorOf} />
      <p className="text-sm text-muted">Your other devices are signed out when the password changes.</p>
    </FormModal>
  )
}
