import { EmailAddress } from '@adire/contract/credentials.ts'
import { messages } from '@adire/contract/messages.ts'
import { resendVerificationEmail, verifyEmail } from '@adire/contract/users.ts'
import { useEffect, useRef } from 'react'
import { useParams } from 'react-router'
import { useSend } from '../../send.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Spinner } from '../../ui/spinner.tsx'

/** Where the link of the verification mail leads. */
export function VerifyEmailPage() {
  const { token = '' } = useParams()
  const verify = useSend(verifyEmail)
  // What is wrong is shown by the page.
  const check = () => verify.ask({ token }).catch(() => undefined)
  const asked = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every token, which works once
  useEffect(() => {
    if (asked.current === token) return
    asked.current = token
    check()
  }, [token])

  if (verify.step === 'done') return <Verified />
  if (verify.step !== 'failed') return <Verifying />
  const { status, message } = verify.error
  // Without an answer the link may be as good as ever.
  return status === 0 || status >= 500 ? (
    <>
      <FormHeader title="We could not check the link" />
      <ErrorStrip message={message} onRetry={check} />
    </>
  ) : (
    <Refused message={message} />
  )
}

function Verifying() {
  return (
    <>
      <FormHeader title="Verify your email" />
      <p role="status" className="flex items-center gap-3 text-md text-muted">
        <Spinner className="size-5 text-brand" />
        {messages.loading}
      </p>
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

function Refused({ message }: { message: string }) {
  const resend = useSend(resendVerificationEmail, { success: messages.verificationResent })
  const { field, errorOf, onSubmit, busy, blocked, refusal } = useSchemaForm(EmailAddress, {
    start: { email: '' },
    submit: (values) => resend.ask(values),
  })
  return (
    <>
      <FormHeader title="This link does not work" />
      <ErrorStrip message={message} />
      <form onSubmit={onSubmit} noValidate className="mt-6 flex flex-col gap-5">
        {refusal && <ErrorStrip message={refusal.message} />}
        <Field label="Email" error={errorOf('email')} hint="The address you registered with">
          <Input {...field('email')} type="email" autoComplete="username" placeholder="you@business.com" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Send a new link
        </Button>
      </form>
    </>
  )
}
