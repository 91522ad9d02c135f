import { messages } from '@adire/contract/messages.ts'
import { changePassword, listSessions, validatePassword } from '@adire/contract/users.ts'
import { PasswordChange } from '@adire/contract/users-schemas.ts'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { PasswordChangeFields } from '../../ui/password-change-fields.tsx'
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
  return (
    <FormModal form={form} title="Change Password" action="Submit" onClose={onClose}>
      <PasswordChangeFields email={email} field={form.field} errorOf={form.errorOf} />
      <p className="text-sm text-muted">Your other devices are signed out when the password changes.</p>
    </FormModal>
  )
}
