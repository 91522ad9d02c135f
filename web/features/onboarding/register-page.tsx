import { limits } from '@adire/contract/limits.ts'
import { listCountries } from '@adire/contract/lookups.ts'
import { messages } from '@adire/contract/messages.ts'
import { register } from '@adire/contract/registration.ts'
import { Registration } from '@adire/contract/registration-schemas.ts'
import { resendVerificationEmail } from '@adire/contract/users.ts'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useLoad, useSend } from '../../client/send.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'

export function RegisterPage() {
  const [sentTo, setSentTo] = useState<string>()
  return sentTo ? <CheckYourMail email={sentTo} /> : <RegisterForm onDone={setSentTo} />
}

const abroadHint = 'Only businesses in Nigeria can take real payments. You can use Test Mode.'

function RegisterForm({ onDone }: { onDone: (email: string) => void }) {
  const create = useSend(register, { onDone: ({ email }) => onDone(email) })
  const { field, errorOf, onSubmit, busy, blocked, submitError, form } = useSchemaForm(Registration, {
    start: {}, // keeps what the user typed before hydration
    submit: create.submit,
  })
  useGivenEmail((email) => form.setValue('email', email))
  const countries = useCountries((id) => form.getValues('countryId') ?? form.setValue('countryId', id))
  const countryId = form.watch('countryId')
  const abroad = countryId !== undefined && countries.home !== undefined && countryId !== countries.home
  return (
    <>
      <FormHeader title="Create your account" note="Start in Test Mode. No documents needed." />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        {countries.error && <ErrorStrip message={countries.error.message} onRetry={countries.retry} />}
        <Field label="Business name" error={errorOf('businessName')}>
          <Input {...field('businessName')} autoComplete="organization" maxLength={100} />
        </Field>
        <Field label="Country" error={errorOf('countryId')} hint={abroad ? abroadHint : undefined}>
          <Select
            {...field('countryId', numberChoice)}
            autoComplete="country"
            placeholder="Choose your country"
            options={countries.options}
          />
        </Field>
        <Field label="Email" error={errorOf('email')}>
          <Input {...field('email')} type="email" autoComplete="username" placeholder="you@business.com" />
        </Field>
        <Field
          label="Password"
          error={errorOf('password')}
          hint={`At least ${limits.passwordMinimum} characters, with letters and numbers`}
        >
          <PasswordInput {...field('password')} autoComplete="new-password" />
        </Field>
        {/* Sent before the country is known, the form would only get an error that disappears a moment later. */}
        <Button
          type="submit"
          size="lg"
          wide
          busy={busy}
          disabled={blocked || !countries.home}
          className={countries.isLoading ? 'opacity-100!' : ''}
        >
          Create account
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Have an account?{' '}
        <Link to="/" className="font-medium text-link hover:underline">
          Sign in
        </Link>
      </p>
    </>
  )
}

/** Email typed in the footer: from the router's state, or from the query if the script had not loaded yet. */
function useGivenEmail(take: (email: string) => void) {
  const { state, search } = useLocation()
  const given = (state as { email?: string } | null)?.email ?? new URLSearchParams(search).get('email')
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every given email
  useEffect(() => {
    if (given) take(given)
  }, [given])
}

/** Country list. Preselects Nigeria when it has loaded, because most users are there. */
function useCountries(prefer: (id: number) => void) {
  const { data, error, retry } = useLoad(listCountries, {})
  const home = data?.content.find(({ code }) => code === 'NG')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list has loaded
  useEffect(() => {
    if (home) prefer(home)
  }, [home])
  const options = data?.content.map(({ id, name }) => ({ value: String(id), label: name })) ?? []
  return { home, options, error, retry, isLoading: !data && !error }
}

/** Success page, also for an email that already has an account: only its owner is notified, by email. */
function CheckYourMail({ email }: { email: string }) {
  const resend = useSend(resendVerificationEmail, { success: messages.verificationResent })
  useEffect(() => {
    scrollTo(0, 0)
  }, [])
  return (
    <>
      <FormHeader title="Check your email" />
      <div role="status">
        <p className="text-md text-ink-2">
          We have sent a link to <span className="font-medium wrap-anywhere text-ink">{email}</span>. Open it to confirm
          your email, then sign in.
        </p>
        <p className="mt-3 text-muted">No email after a few minutes? Look in your spam folder, or send it again.</p>
      </div>
      <div className="mt-7 flex flex-wrap gap-3">
        <LinkButton to="/" size="md">
          Go to sign in
        </LinkButton>
        <Button tone="secondary" size="md" busy={resend.step === 'busy'} onClick={() => resend.send({ email })}>
          Send the link again
        </Button>
      </div>
    </>
  )
}
