import { EmailAddress } from '@adire/contract/auth-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { forgotPassword } from '@adire/contract/users.ts'
import { Link } from 'react-router'
import { useSend } from '../../client/send.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Requests a password reset email. The result is the same for an unknown email, so it does not reveal accounts. */
export function ForgotPasswordPage() {
  const request = useSend(forgotPassword)
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(EmailAddress, {
    start: {}, // keeps what the user typed before hydration
    submit: request.submit,
  })
  if (request.step === 'done') return <EmailSent />
  return (
    <>
      <FormHeader title="Reset your password" note="We’ll email you a link to choose a new one." />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <Field label="Email" error={errorOf('email')}>
          <Input {...field('email')} type="email" autoComplete="username" placeholder="you@business.com" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Send the link
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Remembered it?{' '}
        <Link to="/" className="font-medium text-link hover:underline">
          Sign in
        </Link>
      </p>
    </>
  )
}

function EmailSent() {
  return (
    <>
      <FormHeader title="Check your email" />
      <p role="status" className="text-md text-ink-2">
        {messages.resetRequested}
      </p>
      <p className="mt-3 text-muted">The link works once, for one hour.</p>
      <LinkButton to="/" size="md" className="mt-7">
        Go to sign in
      </LinkButton>
    </>
  )
}
