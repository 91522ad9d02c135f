import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { PasswordChange } from '@adire/contract/profile-form.ts'
import { changePassword, listSessions, validatePassword } from '@adire/contract/users.ts'
import { useChange } from '../../api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type ChangePasswordModalProps = { open: boolean; email: string; onClose: () => void }

export function ChangePasswordModal({ open, ...rest }: ChangePasswordModalProps) {
  return open ? <OpenModal {...rest} /> : null
}

/** The current password is proved first, so that a wrong one is said before anything changes. */
function OpenModal({ email, onClose }: Omit<ChangePasswordModalProps, 'open'>) {
  const validate = useChange(validatePassword, { quiet: true })
  const change = useChange(changePassword, {
    refresh: [listSessions],
    success: messages.passwordUpdated,
    toastMs: limits.settingsToastMs,
    quiet: true,
    onDone: onClose,
  })
  const { field, errorOf, onSubmit, busy, blocked, refusal } = useSchemaForm(PasswordChange, {
    start: { currentPassword: '', newPassword: '', confirmPassword: '' },
    submit: async (values) => {
      await validate.mutateAsync({ currentPassword: values.currentPassword })
      await change.mutateAsync(values)
    },
  })
  return (
    <Modal
      open
      title="Change Password"
      onClose={onClose}
      onSubmit={onSubmit}
      action="Submit"
      busy={busy}
      disabled={blocked}
    >
      {refusal && <ErrorStrip message={refusal.message} />}
      {/* For password managers: whose password this is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Current password" error={errorOf('currentPassword')}>
        <PasswordInput {...field('currentPassword')} autoComplete="current-password" />
      </Field>
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
      <p className="text-sm text-muted">Your other devices are signed out when the password changes.</p>
    </Modal>
  )
}
