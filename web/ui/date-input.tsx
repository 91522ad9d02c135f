import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react'
import { formatDay } from './date.ts'
import { Input } from './input.tsx'

/**
 * Day field that shows its day as every other date, "18 Mar 2026", and not in the order of the browser's language, in which 03/04 may be
 * March or April. While it is edited, the browser shows its own parts (`date-input.css`).
 */
export function DateInput({ onChange, ...rest }: Omit<ComponentProps<typeof Input>, 'type'>) {
  const box = useRef<HTMLDivElement>(null)
  const [day, setDay] = useState('')
  // Runs after each render, because a form may have set the field itself.
  useLayoutEffect(() => setDay(box.current?.querySelector('input')?.value ?? ''))
  return (
    <div ref={box} className="date-input relative" data-filled={day !== '' || undefined}>
      <Input
        {...rest}
        type="date"
        onChange={(event) => {
          setDay(event.target.value)
          onChange?.(event)
        }}
      />
      {day && <span aria-hidden="true">{formatDay(day)}</span>}
    </div>
  )
}
