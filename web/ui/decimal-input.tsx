import { type FocusEventHandler, type KeyboardEventHandler, type ReactNode, type Ref, useState } from 'react'
import { Input } from './input.tsx'

type DecimalInputProps = {
  value: number | undefined
  onChange: (value: number | undefined) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
  /** Factor from the typed number to the value: 100 if 7.5 percent is stored as 750. */
  scale?: 1 | 100
  after?: ReactNode
  name?: string
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

/** Number input with at most two decimals. Ignores characters that can't be part of a number. */
export function DecimalInput({ value, onChange, onBlur, scale = 1, ...rest }: DecimalInputProps) {
  const formatDecimal = (number: number | undefined) => (number === undefined ? '' : String(number / scale))
  const parseDecimal = (text: string) => (/\d/.test(text) ? Math.round(Number(text) * 100) / (100 / scale) : undefined)
  const [text, setText] = useState(() => formatDecimal(value))
  const displayed = parseDecimal(text) === value ? text : formatDecimal(value)
  return (
    <Input
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      className="figures"
      value={displayed}
      onChange={({ target }) => {
        const typed = target.value.replace(',', '.').replace(/[^\d.]/g, '')
        if (!/^\d{0,6}(\.\d{0,2})?$/.test(typed)) return
        setText(typed)
        onChange(parseDecimal(typed))
      }}
      onBlur={(event) => {
        setText(formatDecimal(value))
        onBlur?.(event)
      }}
    />
  )
}
