import { type SecondFactor, unverifiedDescription } from '@adire/contract/auth.ts'
import { Credentials } from '@adire/contract/auth-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { resendVerificationEmail } from '@adire/contract/users.ts'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { useConfig } from '../../client/config.ts'
import { SecondFactorRequired, signIn, useSend } from '../../client/send.ts'
import { useSession } from '../../client/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { OrLine, PasskeyButton } from '../../ui/passkey-button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useCapsLock } from './use-caps-lock.ts'
import { usePasskey } from './use-passkey.ts'

const CodeStep = lazyComponent(() => import('./code-step.tsx').then((m) => m.CodeStep))

type Typed = { email: string; password: string; factors: readonly SecondFactor[] }

/** Sign-in: by passkey, or by password and then the second factor that the user has. Between the two steps the password is only in memory. */
export function SignInPage() {
  const [typed, setTyped] = useState<Typed>()
  if (!typed) return <PasswordStep onCodeRequired={setTyped} />
  return (
    <Suspense>
      <CodeStep {...typed} onBack={() => setTyped(undefined)} />
    </Suspense>
  )
}

function PasswordStep({ onCodeRequired }: { onCodeRequired: (typed: Typed) => void }) {
  const { field, errorOf, onSubmit, busy, blocked, submitError, form } = useSchemaForm(Credentials, {
    start: {}, // keeps what the user typed before hydration
    submit: (values) =>
      signIn(values).catch((error: unknown) => {
        if (!(error instanceof SecondFactorRequired)) throw error
        onCodeRequired({ ...values, factors: error.factors })
      }),
  })
  const capsLock = useCapsLock()
  const passkey = usePasskey()
  const demo = useConfig()?.demo
  const { isSignedOutElsewhere } = useSession()
  // The server does not say which of the two is wrong.
  const isWrong = submitError?.code === 'invalid_grant' && submitError.message !== unverifiedDescription
  const wrong = isWrong ? ({ 'aria-invalid': true, 'aria-describedby': 'sign-in-error' } as const) : {}
  return (
    <>
      <FormHeader title="Sign in" note="Pick up where your business left off." />
      {isSignedOutElsewhere && (
        <p role="status" className="mt-3 rounded-md bg-sunken px-3.5 py-2.5">
          You signed out in another tab.
        </p>
      )}
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError &&
          (submitError.message === unverifiedDescription ? (
            <Unverified email={form.getValues('email')} />
          ) : (
            <ErrorStrip id="sign-in-error" message={submitError.message || messages.network} />
          ))}
        <Field label="Email" error={errorOf('email')}>
          <Input
            {...field('email')}
            {...wrong}
            type="email"
            autoComplete="username webauthn"
            placeholder="you@business.com"
            onFocus={passkey.offer}
          />
        </Field>
        <Field
          label="Password"
          error={errorOf('password')}
          hint={capsLock.isOn && 'Caps Lock is on'}
          action={
            <Link to="/request" className="text-sm font-medium text-link hover:underline pointer-coarse:py-2">
              Forgot password?
            </Link>
          }
        >
          <PasswordInput {...field('password')} {...wrong} {...capsLock.watch} autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
          Sign in
        </Button>
      </form>
      <OrLine />
      <PasskeyButton passkey={passkey} />
      <p className="mt-6 text-muted">
        New here?{' '}
        <Link to="/register" className="font-medium text-link hover:underline">
          Create an account
        </Link>
      </p>
      {/* Reserved before the configuration loads, so the layout does not shift. */}
      <p className="mt-4 min-h-9 text-sm text-muted">
        {demo && (
          <>
            To look around, sign in as <span className="text-ink-2 select-all">{demo.email}</span> with the password{' '}
            <span className="text-ink-2 select-all">{demo.password}</span>
          </>
        )}
      </p>
    </>
  )
}

/** Shown when the password is correct but the email is not verified. */
function Unverified({ email }: { email: string }) {
  const resend = useSend(resendVerificationEmail, { success: messages.verificationResent })
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-3.5 py-3 text-warn">
      <p>{unverifiedDescription}</p>
      <Button
        tone="secondary"
        className="mt-3"
        busy={resend.step === 'busy'}
        onClick={() => resend.send({ email: email.trim().toLowerCase() })}
      >
        Send the link again
      </Button>
    </div>
  )
}
