import { signInStaff } from '@adire/contract/back-office/staff.ts'
import { StaffCredentials } from '@adire/contract/back-office/staff-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { OrLine, PasskeyButton } from '../../ui/passkey-button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { callBackOffice } from '../client/api.ts'
import { startSession, useSessionStatus } from '../client/session.ts'
import { CodeStep, EnrolStep, KeepCodesStep, type SignInStep, type Typed } from './steps.tsx'
import { usePasskey } from './use-passkey.ts'

/** Sign-in: the password, then the second factor. Between the steps the password is only in memory. */
export function SignInPage() {
  const status = useSessionStatus()
  const { state } = useLocation()
  const [typed, setTyped] = useState<Typed>()
  const [step, setStep] = useState<SignInStep>()
  const startAgain = () => {
    setTyped(undefined)
    setStep(undefined)
  }
  const goTo = (next: SignInStep) => {
    // New recovery codes are shown before the back office opens: they are not shown again.
    if (next.step === 'done' && !next.recoveryCodes) startSession(next)
    else setStep(next)
  }
  if (status === 'in') return <Navigate to={state?.opened ?? '/'} replace />
  if (!typed || !step)
    return (
      <PasswordStep
        onNext={(given, next) => {
          setTyped(given)
          goTo(next)
        }}
      />
    )
  if (step.step === 'enrol') return <EnrolStep {...{ typed, onStep: goTo, onBack: startAgain }} setup={step} />
  if (step.step === 'code')
    return <CodeStep {...{ typed, onStep: goTo, onBack: startAgain }} hasPasskeys={step.passkeys} />
  return <KeepCodesStep codes={step.recoveryCodes ?? []} onDone={() => startSession(step)} />
}

function PasswordStep({ onNext }: { onNext: (typed: Typed, step: SignInStep) => void }) {
  const passkey = usePasskey()
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(StaffCredentials, {
    start: { email: '', password: '' },
    submit: async (values) => onNext(values, await callBackOffice(signInStaff, values)),
  })
  return (
    <>
      <FormHeader title="Sign in" note="For people who work at the provider." />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message || messages.network} />}
        <Field label="Email" error={errorOf('email')}>
          <Input {...field('email')} type="email" autoComplete="username" />
        </Field>
        <Field
          label="Password"
          error={errorOf('password')}
          action={
            <Link to="/forgot-password" className="text-sm font-medium text-link hover:underline pointer-coarse:py-2">
              Forgot password?
            </Link>
          }
        >
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Continue
        </Button>
      </form>
      <OrLine />
      <PasskeyButton passkey={passkey} />
    </>
  )
}
