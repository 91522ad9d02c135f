import { messages } from '@adire/contract/messages.ts'
import { forgotPassword } from '@adire/contract/users.ts'
import { useSend } from '../../client/send.ts'
import { LinkButton } from '../../ui/button.tsx'
import { ForgotPasswordForm } from '../../ui/forgot-password-form.tsx'
import { FormHeader } from '../../ui/form-header.tsx'

/** Requests a password reset email. The result is the same for an unknown email, so it does not reveal accounts. */
export function ForgotPasswordPage() {
  const request = useSend(forgotPassword)
  if (request.step === 'done') return <EmailSent />
  return (
    <ForgotPasswordForm
      note="We’ll email you a link to choose a new one."
      placeholder="you@business.com"
      signIn="/"
      submit={request.submit}
    />
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
