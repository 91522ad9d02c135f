import { PasswordReset } from '@adire/contract/auth-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { resetPassword } from '@adire/contract/users.ts'
import { useParams } from 'react-router'
import { useSend } from '../../client/send.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Target of the link in the reset email. */
export function ResetPasswordPage() {
  const { id: token = '' } = useParams()
  const change = useSend(resetPassword)
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(PasswordReset, {
    start: { token, revokeAccess: false },
    submit: change.submit,
  })
  const tokenError = submitError?.message ?? errorOf('token')
  if (change.step === 'done') return <Changed />
  return (
    <>
      <FormHeader title="Choose a new password" />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {tokenError && <ErrorStrip message={tokenError} />}
        <NewPasswordFields field={field} errorOf={errorOf} />
        <Checkbox
          label="Also revoke my secret keys and switch off my webhooks"
          hint="Choose this if someone else may have used your account. Your server will need a new key."
          {...field('revokeAccess')}
        />
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Change password
        </Button>
      </form>
      {tokenError && (
        <LinkButton to="/request" size="md" tone="secondary" className="mt-4">
          Ask for a new link
        </LinkButton>
      )}
    </>
  )
}

function Changed() {
  return (
    <>
      <FormHeader title="Your password is changed" />
      <p role="status" className="text-md text-ink-2">
        {messages.passwordReset}
      </p>
      <LinkButton to="/" size="lg" wide className="mt-7">
        Sign in
      </LinkButton>
    </>
  )
}
