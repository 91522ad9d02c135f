import { EmailAddress } from '@adire/contract/auth-schemas.ts'
import type { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import { resendVerificationEmail, verifyEmail } from '@adire/contract/users.ts'
import { PasswordGiven } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useSend } from '../../client/send.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Target of the link in the verification email. Opening it verifies nothing: programs that check emails open links, too. */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  // A new link starts from the beginning, on the same screen.
  return <Verification key={token} token={token} />
}

function Verification({ token }: { token: string }) {
  const verify = useSend(verifyEmail)
  // The page shows the error itself.
  const [needsPassword, setNeedsPassword] = useState(false)
  const confirm = () =>
    verify.submit({ token }).catch((error: CallError) => setNeedsPassword(error.code === 'password_required'))

  if (verify.step === 'done') return <Verified />
  const code = verify.step === 'failed' ? verify.error.code : undefined
  if (code === 'email_already_verified') return <AlreadyVerified />
  // A link that was used in the meantime needs a new link, not another password.
  if (needsPassword && code !== 'token_not_valid')
    return <ProvePassword onPassword={(password) => verify.submit({ token, password })} />
  if (verify.step === 'failed' && !isTemporary(verify.error)) return <InvalidLink message={verify.error.message} />
  return (
    <>
      <FormHeader title="Verify your email" />
      {verify.step === 'failed' && <ErrorStrip message={verify.error.message} />}
      <p className="mt-3 text-md text-ink-2">Press the button to confirm that this email is yours.</p>
      <Button size="lg" wide className="mt-7" busy={verify.step === 'busy'} onClick={confirm}>
        Verify email
      </Button>
    </>
  )
}

/** Whether the link may still be valid: the server has not judged it. */
const isTemporary = ({ status }: CallError) => status === 0 || status === 429 || status >= 500

/** The email was registered more than once, maybe by somebody else: the token and the password must be of the same registration. */
function ProvePassword({ onPassword }: { onPassword: (password: string) => Promise<unknown> }) {
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(PasswordGiven, {
    start: { password: '' },
    submit: ({ password }) => onPassword(password),
  })
  return (
    <>
      <FormHeader title="Is this your registration?" />
      <p className="text-md text-ink-2">
        This email was registered more than once. Enter the password you chose, so that no one else gets into your
        account.
      </p>
      <form onSubmit={onSubmit} noValidate className="mt-6 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <Field label="Password" error={errorOf('password')}>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Verify email
        </Button>
      </form>
    </>
  )
}

function Verified() {
  return (
    <>
      <FormHeader title="Your email is verified" />
      <p role="status" className="text-md text-ink-2">
        Sign in to see your dashboard and take a first test payment.
      </p>
      <LinkButton to="/" size="lg" wide className="mt-7">
        Sign in
      </LinkButton>
    </>
  )
}

/** The link was used before. */
function AlreadyVerified() {
  return (
    <>
      <FormHeader title="Your email is already verified" />
      <p role="status" className="text-md text-ink-2">
        You have used this link before. Sign in with your password.
      </p>
      <LinkButton to="/" size="lg" wide className="mt-7">
        Sign in
      </LinkButton>
      <LinkButton to="/request" size="lg" tone="ghost" wide className="mt-3">
        Forgot password?
      </LinkButton>
    </>
  )
}

function InvalidLink({ message }: { message: string }) {
  const resend = useSend(resendVerificationEmail, { success: messages.verificationResent })
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(EmailAddress, {
    start: { email: '' },
    submit: (values) => resend.submit(values),
  })
  return (
    <>
      <FormHeader title="This link does not work" />
      <ErrorStrip message={message} />
      <form onSubmit={onSubmit} noValidate className="mt-6 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <Field label="Email" error={errorOf('email')} hint="The email you registered with">
          <Input {...field('email')} type="email" autoComplete="username" placeholder="you@business.com" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Send a new link
        </Button>
      </form>
    </>
  )
}
