import { codeWrong } from '@adire/contract/auth.ts'
import { signInStaff } from '@adire/contract/back-office/staff.ts'
import { CallError } from '@adire/contract/call.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { type ReactNode, useState } from 'react'
import { AuthenticatorKey } from '../../ui/authenticator-key.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { OrLine, PasskeyButton } from '../../ui/passkey-button.tsx'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { callBackOffice } from '../client/api.ts'
import { usePasskey } from './use-passkey.ts'

export type Typed = { email: string; password: string }
export type SignInStep = EndpointOutput<typeof signInStaff>

type StepProps = { typed: Typed; onStep: (next: SignInStep) => void; onBack: () => void }

/** First sign-in: sets up the authenticator app. Nothing else is possible before its first code. */
export function EnrolStep({ setup, ...step }: StepProps & { setup: { otpauthUrl: string; secret: string } }) {
  return (
    <>
      <FormHeader
        title="Set up your authenticator app"
        note="Everybody in the back office signs in with a second factor."
      />
      <div className="mt-3 flex flex-col gap-5">
        <AuthenticatorKey {...setup} />
        <CodeForm {...step} hint="The six digits in the app now" />
      </div>
    </>
  )
}

/** A passkey, a code of the authenticator app, or a recovery code. */
export function CodeStep({ hasPasskeys, ...step }: StepProps & { hasPasskeys: boolean }) {
  const passkey = usePasskey()
  const [byRecovery, setByRecovery] = useState(false)
  return (
    <>
      <FormHeader
        title="Enter your code"
        note={
          byRecovery
            ? 'One of the ten that you kept. It works once.'
            : 'The six digits that your authenticator app shows now.'
        }
      />
      {hasPasskeys && (
        <div className="mt-3">
          <PasskeyButton passkey={passkey} />
          <OrLine />
        </div>
      )}
      <div className="mt-3">
        <CodeForm
          {...step}
          key={String(byRecovery)}
          byRecovery={byRecovery}
          action={
            <button
              type="button"
              onClick={() => setByRecovery(!byRecovery)}
              className="text-sm font-medium text-link hover:underline pointer-coarse:py-2"
            >
              {byRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
            </button>
          }
        />
      </div>
    </>
  )
}

type CodeFormProps = StepProps & { byRecovery?: boolean; hint?: string; action?: ReactNode }

function CodeForm({ typed, onStep, onBack, byRecovery = false, hint, action }: CodeFormProps) {
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(SecondFactorGiven, {
    start: { code: '' },
    submit: async ({ code }) => onStep(await callBackOffice(signInStaff, { ...typed, code }).catch(toCodeField)),
  })
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message || messages.network} />}
      <Field label={byRecovery ? 'Recovery code' : 'Code'} error={errorOf('code')} hint={hint} action={action}>
        <Input
          {...field('code')}
          autoComplete={byRecovery ? 'off' : 'one-time-code'}
          inputMode={byRecovery ? 'text' : 'numeric'}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          placeholder={byRecovery ? 'abcde-fghjk' : '000000'}
          className="figures tracking-[0.12em]"
        />
      </Field>
      <Button type="submit" size="lg" wide busy={busy} disabled={blocked}>
        Sign in
      </Button>
      <p className="text-muted">
        Not {typed.email.trim().toLowerCase()}?{' '}
        <button type="button" onClick={onBack} className="font-medium text-link hover:underline">
          Start again
        </button>
      </p>
    </form>
  )
}

/** Moves a wrong-code error to the code field. */
function toCodeField(error: unknown): never {
  if (error instanceof CallError && error.code === codeWrong)
    throw new CallError(error.status, error.code, error.message, [{ field: 'code', message: error.message }])
  throw error
}

/** Recovery codes after the set-up. */
export function KeepCodesStep({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <>
      <FormHeader title="Keep your recovery codes" />
      <div className="mt-3 flex flex-col gap-5">
        <RecoveryCodes codes={codes} />
        <Button size="lg" wide onClick={onDone}>
          I have kept them
        </Button>
      </div>
    </>
  )
}
