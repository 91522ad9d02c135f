import type { InputHTMLAttributes, Ref } from 'react'
import { Input } from './input.tsx'

type WholeNumberInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
  ref?: Ref<HTMLInputElement>
  /** Null or undefined: empty. */
  value: number | null | undefined
  onChange: (value: number | null) => void
}

/** Input for a whole number; other characters than digits are dropped. */
export const WholeNumberInput = ({ value, onChange, className = '', ...rest }: WholeNumberInputProps) => (
  <Input
    {...rest}
    inputMode="numeric"
    autoComplete="off"
    className={`figures ${className}`}
    value={value ?? ''}
    onChange={({ target }) => {
      const digits = target.value.replace(/\D/g, '')
      onChange(digits === '' ? null : Number(digits))
    }}
  />
)
