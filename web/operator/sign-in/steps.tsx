import { signInStaff } from '@adire/contract/back-office/staff.ts'
import type { EndpointOutput } from '@adire/contract/endpoint.ts'
import { messages } from '@adire/contract/messages.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { useState } from 'react'
import { AuthenticatorKey } from '../../ui/authenticator-key.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { OrLine, PasskeyButton } from '../../ui/passkey-button.tsx'
import { RecoveryCodes } from '../../ui/recovery-codes.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { throwAtCode } from '../../ui/wrong-code.ts'
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
          onToggle={() => setByRecovery(!byRecovery)}
        />
      </div>
    </>
  )
}

type CodeFormProps = StepProps & { byRecovery?: boolean; hint?: string; onToggle?: () => void }

function CodeForm({ typed, onStep, onBack, byRecovery = false, hint, onToggle }: CodeFormProps) {
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(SecondFactorGiven, {
    start: { code: '' },
    submit: async ({ code }) => onStep(await callBackOffice(signInStaff, { ...typed, code }).catch(throwAtCode)),
  })
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message || messages.network} />}
      <SecondFactorField field={field} errorOf={errorOf} byRecovery={byRecovery} hint={hint} onToggle={onToggle} />
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
