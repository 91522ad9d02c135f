import { requestStaffReset } from '@adire/contract/back-office/staff.ts'
import { useState } from 'react'
import { LinkButton } from '../../ui/button.tsx'
import { ForgotPasswordForm } from '../../ui/forgot-password-form.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { callBackOffice } from '../client/api.ts'

/** Requests an email for a new password. The result is the same for an unknown email, so it does not reveal accounts. */
export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false)
  if (isSent)
    return (
      <>
        <FormHeader title="Check your email" />
        <p role="status" className="text-ink-2">
          If there is an account with this email, we have sent a link. It works once, for one hour.
        </p>
        <LinkButton to="/sign-in" size="lg" wide className="mt-6">
          Go to sign in
        </LinkButton>
      </>
    )
  return (
    <ForgotPasswordForm
      note="We email you a link. Your second factor stays as it is."
      signIn="/sign-in"
      submit={async (values) => {
        await callBackOffice(requestStaffReset, values)
        setSent(true)
      }}
    />
  )
}
