import type { SecondFactor } from '@adire/contract/auth.ts'
import { messages } from '@adire/contract/messages.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { useEffect, useState } from 'react'
import { signIn } from '../../client/send.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { OrLine, PasskeyButton } from '../../ui/passkey-button.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { SecondFactorField } from '../../ui/second-factor-field.tsx'
import { throwAtCode } from '../../ui/wrong-code.ts'
import { usePasskey } from './use-passkey.ts'

type CodeStepProps = { email: string; password: string; factors: readonly SecondFactor[]; onBack: () => void }

/** Second step of sign-in for users with a second factor: a passkey, a code of the app, or a recovery code. A separate chunk, because most users never see it. */
export function CodeStep({ email, password, factors, onBack }: CodeStepProps) {
  const hasPasskey = factors.includes('passkey')
  const hasApp = factors.includes('code')
  const [byRecovery, setByRecovery] = useState(!hasApp)
  const passkey = usePasskey()
  const { field, errorOf, onSubmit, busy, blocked, submitError, form } = useSchemaForm(SecondFactorGiven, {
    start: { code: '' },
    submit: ({ code }) => signIn({ email, password, code }).catch(throwAtCode),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and when the code type changes
  useEffect(() => {
    form.setValue('code', '')
    form.clearErrors()
    if (!hasPasskey || byRecovery === hasApp) form.setFocus('code')
  }, [byRecovery])
  return (
    <>
      <FormHeader
        title={hasPasskey ? 'Confirm that it is you' : 'Enter your code'}
        note={hasPasskey ? 'With a passkey, or with a code.' : describeCode(byRecovery)}
      />
      {hasPasskey && (
        <>
          <div className="mt-3">
            <PasskeyButton passkey={passkey} tone="primary" />
          </div>
          <OrLine />
        </>
      )}
      <form onSubmit={onSubmit} noValidate className={`flex flex-col gap-5 ${hasPasskey ? '' : 'mt-3'}`}>
        {submitError && <ErrorStrip message={submitError.message || messages.network} />}
        <SecondFactorField
          field={field}
          errorOf={errorOf}
          byRecovery={byRecovery}
          hint={hasPasskey && describeCode(byRecovery)}
          onToggle={hasApp ? () => setByRecovery(!byRecovery) : undefined}
        />
        <Button type="submit" size="lg" wide tone={hasPasskey ? 'secondary' : 'primary'} busy={busy} disabled={blocked}>
          Continue
        </Button>
      </form>
      <p className="mt-6 text-muted">
        Not {email.trim().toLowerCase()}?{' '}
        <button type="button" onClick={onBack} className="font-medium text-link hover:underline">
          Start again
        </button>
      </p>
    </>
  )
}

const describeCode = (byRecovery: boolean) =>
  byRecovery
    ? 'One of the ten you kept when you set up your second factor. It works once.'
    : 'The six digits your authenticator app shows now.'
