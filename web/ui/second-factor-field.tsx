import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './field.tsx'
import { Input } from './input.tsx'

type SecondFactorFieldProps = {
  field: (name: 'code') => UseFormRegisterReturn
  errorOf: (name: 'code') => string | undefined
  byRecovery: boolean
  hint?: ReactNode
  /** Changes between app and recovery code; without it there is no choice. */
  onToggle?: (() => void) | undefined
}

/** Code of the authenticator app, or a recovery code. */
export const SecondFactorField = ({ field, errorOf, byRecovery, hint, onToggle }: SecondFactorFieldProps) => (
  <Field
    label={byRecovery ? 'Recovery code' : 'Code'}
    error={errorOf('code')}
    hint={hint}
    action={
      onToggle && (
        <button
          type="button"
          onClick={onToggle}
          className="text-sm font-medium text-link hover:underline pointer-coarse:py-2"
        >
          {byRecovery ? 'Use the app instead' : 'Use a recovery code instead'}
        </button>
      )
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
)
