import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useField } from './field.tsx'

type InputProps = InputHTMLAttributes<HTMLInputElement> & {
  ref?: Ref<HTMLInputElement>
  /** Fixed text inside the box: "NGN" before, "%" after. */
  before?: ReactNode
  after?: ReactNode
}

export function Input({ before, after, className = '', ...rest }: InputProps) {
  const wiring = useField()
  const room = `${before ? 'pl-[3rem]' : ''} ${after ? 'pr-[2.75rem]' : ''}`
  const input = <input type="text" {...wiring} {...rest} className={`field ${room} ${className}`} />
  if (!before && !after) return input
  return (
    <div className="relative">
      {before && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-base text-muted">
          {before}
        </span>
      )}
      {input}
      {after && <span className="absolute inset-y-0 right-1 flex items-center text-muted">{after}</span>}
    </div>
  )
}
