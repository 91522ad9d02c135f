import { EmailAddress } from '@adire/contract/auth-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { Link } from 'react-router'
import type * as z from 'zod/mini'
import { Button } from './button.tsx'
import { ErrorStrip } from './error-strip.tsx'
import { Field } from './field.tsx'
import { FormHeader } from './form-header.tsx'
import { Input } from './input.tsx'
import { useSchemaForm } from './schema-form.ts'

type ForgotPasswordFormProps = {
  note: string
  placeholder?: string
  /** Path of the sign-in page. */
  signIn: string
  submit: (values: z.infer<typeof EmailAddress>) => Promise<unknown>
}

/** Form that requests an email for a new password. */
export function ForgotPasswordForm({ note, placeholder, signIn, submit }: ForgotPasswordFormProps) {
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(EmailAddress, {
    start: {}, // keeps what the user typed before hydration
    submit,
  })
  return (
    <>
      <FormHeader title="Reset your password" note={note} />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message || messages.network} />}
        <Field label="Email" error={errorOf('email')}>
          <Input {...field('email')} type="email" autoComplete="username" placeholder={placeholder} />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Send the link
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Remembered it?{' '}
        <Link to={signIn} className="font-medium text-link hover:underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
