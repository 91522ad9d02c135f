import { EmailAddress } from '@adire/contract/auth-schemas.ts'
import { requestStaffReset } from '@adire/contract/back-office/staff.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { callBackOffice } from '../client/api.ts'

/** Requests an email for a new password. The result is the same for an unknown email, so it does not reveal accounts. */
export function ForgotPasswordPage() {
  const [isSent, setSent] = useState(false)
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(EmailAddress, {
    start: { email: '' },
    submit: async (values) => {
      await callBackOffice(requestStaffReset, values)
      setSent(true)
    },
  })
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
    <>
      <FormHeader title="Reset your password" note="We email you a link. Your second factor stays as it is." />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message || messages.network} />}
        <Field label="Email" error={errorOf('email')}>
          <Input {...field('email')} type="email" autoComplete="username" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Send the link
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Remembered it?{' '}
        <Link to="/sign-in" className="font-medium text-link hover:underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
