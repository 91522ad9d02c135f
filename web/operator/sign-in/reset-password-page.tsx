import { resetStaffPassword } from '@adire/contract/back-office/staff.ts'
import { StaffResetForm } from '@adire/contract/back-office/staff-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { callBackOffice } from '../client/api.ts'

/** Target of the link in the email for a new password. */
export function ResetPasswordPage() {
  const { token = '' } = useParams()
  const [isDone, setDone] = useState(false)
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(StaffResetForm, {
    start: { token, newPassword: '', confirmPassword: '' },
    submit: async (values) => {
      await callBackOffice(resetStaffPassword, values)
      setDone(true)
    },
  })
  const tokenError = submitError ? submitError.message || messages.network : errorOf('token')
  if (isDone)
    return (
      <>
        <FormHeader title="Your password is changed" />
        <p role="status" className="text-ink-2">
          Every session has ended. Sign in with the new password and your second factor.
        </p>
        <LinkButton to="/sign-in" size="lg" wide className="mt-6">
          Sign in
        </LinkButton>
      </>
    )
  return (
    <>
      <FormHeader title="Choose a new password" />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {tokenError && <ErrorStrip message={tokenError} />}
        <NewPasswordFields field={field} errorOf={errorOf} />
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Change password
        </Button>
      </form>
      {tokenError && (
        <LinkButton to="/forgot-password" tone="secondary" className="mt-4">
          Ask for a new link
        </LinkButton>
      )}
    </>
  )
}
