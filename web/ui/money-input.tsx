import { formatNairaNumber, parseNaira } from '@adire/contract/money.ts'
import { type FocusEventHandler, type Ref, useLayoutEffect, useRef, useState } from 'react'
import { Input } from './input.tsx'

/** With at most 13 digits of naira, the kobo amount is a safe integer. */
const longestNaira = 13

/** Adds thousands separators and removes characters that can't be part of an amount. */
function groupNaira(typed: string): string {
  const clean = typed.replace(/[^\d.]/g, '')
  const point = clean.indexOf('.')
  const naira = (point < 0 ? clean : clean.slice(0, point)).replace(/^0+(?=\d)/, '').slice(0, longestNaira)
  const grouped = naira.replace(/\B(?=(\d{3})+$)/g, ',')
  return point < 0
    ? grouped
    : `${grouped || '0'}.${clean
        .slice(point + 1)
        .replaceAll('.', '')
        .slice(0, 2)}`
}

const textFromKobo = (kobo: number | undefined | null) =>
  kobo === undefined || kobo === null ? '' : formatNairaNumber(kobo)

type MoneyInputProps = {
  /** Value in kobo; shown in naira. */
  value: number | undefined | null
  onChange: (kobo: number | undefined) => void
  onBlur?: FocusEventHandler<HTMLInputElement>
  name?: string
  placeholder?: string
  disabled?: boolean
  required?: boolean
  ref?: Ref<HTMLInputElement>
}

export function MoneyInput({ value, onChange, onBlur, ref, placeholder = '0.00', ...rest }: MoneyInputProps) {
  const [text, setText] = useState(() => textFromKobo(value))
  const input = useRef<HTMLInputElement>(null)
  const digitsAfterCaret = useRef<number | undefined>(undefined)
  const displayed = parseNaira(text) === (value ?? undefined) ? text : textFromKobo(value)

  // Separators shift the caret: restore it so that the same number of digits follows it as before.
  useLayoutEffect(() => {
    const element = input.current
    if (!element || digitsAfterCaret.current === undefined || document.activeElement !== element) return
    let position = displayed.length
    for (let left = digitsAfterCaret.current; position > 0 && left > 0; position--)
      if (displayed[position - 1] !== ',') left--
    element.setSelectionRange(position, position)
    digitsAfterCaret.current = undefined
  }, [displayed])

  return (
    <Input
      {...rest}
      ref={(element) => {
        input.current = element
        if (typeof ref === 'function') ref(element)
        else if (ref) ref.current = element
      }}
      inputMode="decimal"
      autoComplete="off"
      before="NGN"
      placeholder={placeholder}
      className="figures"
      value={displayed}
      onChange={({ target }) => {
        const caret = target.selectionStart ?? target.value.length
        digitsAfterCaret.current = target.value.slice(caret).replaceAll(',', '').length
        const grouped = groupNaira(target.value)
        setText(grouped)
        onChange(parseNaira(grouped))
      }}
      onBlur={(event) => {
        setText(textFromKobo(parseNaira(text)))
        onBlur?.(event)
      }}
    />
  )
}
