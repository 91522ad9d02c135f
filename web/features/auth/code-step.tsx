import { codeWrong } from '@adire/contract/auth.ts'
import { CallError } from '@adire/contract/call.ts'
import { messages } from '@adire/contract/messages.ts'
import { SecondFactorGiven } from '@adire/contract/users-schemas.ts'
import { useEffect, useState } from 'react'
import { signIn } from '../../client/send.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormHeader } from '../../ui/form-header.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'

type CodeStepProps = { email: string; password: string; onBack: () => void }

/** Second step of sign-in for users with two-factor authentication. A separate chunk, because most users never see it. */
export function CodeStep({ email, password, onBack }: CodeStepProps) {
  const [byRecovery, setByRecovery] = useState(false)
  const { field, errorOf, onSubmit, busy, blocked, submitError, form } = useSchemaForm(SecondFactorGiven, {
    start: { code: '' },
    submit: ({ code }) => signIn({ email, password, code }).catch(atCode),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on mount and when the code type changes
  useEffect(() => {
    form.setValue('code', '')
    form.clearErrors()
    form.setFocus('code')
  }, [byRecovery])
  return (
    <>
      <FormHeader
        title="Enter your code"
        note={
          byRecovery
            ? 'One of the ten you kept when you turned on two-factor authentication. It works once.'
            : 'The six digits your authenticator app shows now.'
        }
      />
      <form onSubmit={onSubmit} noValidate className="mt-3 flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message || messages.network} />}
        <Field
          label={byRecovery ? 'Recovery code' : 'Code'}
          error={errorOf('code')}
          action={
            <button
              type="button"
              onClick={() => setByRecovery(!byRecovery)}
              className="text-sm font-medium text-link hover:underline pointer-coarse:py-2"
            >
              {byRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
            </button>
          }
        >
          <Input
            {...field('code')}
            key={byRecovery ? 'recovery' : 'app'}
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

/** Moves a wrong-code error to the code field. */
function atCode(error: unknown): never {
  if (error instanceof CallError && error.code === codeWrong)
    throw new CallError(error.status, error.code, error.message, [{ field: 'code', message: error.message }])
  throw error
}
