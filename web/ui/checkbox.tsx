import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { useId } from 'react'
import { FieldNote } from './field.tsx'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
}

export function Checkbox({ label, hint, error, className = '', ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={`flex flex-col gap-1 ${className}`}>
      <label className="flex items-start gap-2.5 py-0.5 pointer-coarse:py-3">
        <span className="relative mt-0.5 flex size-4 shrink-0">
          <input
            {...rest}
            type="checkbox"
            aria-invalid={error ? true : undefined}
            aria-describedby={error || hint ? `${id}-note` : undefined}
            className="peer size-4 appearance-none rounded-[4px] border border-field bg-surface transition-colors checked:border-brand checked:bg-brand disabled:opacity-50 aria-invalid:border-bad"
          />
          <svg
            viewBox="0 0 16 16"
            fill="none"
            stroke="currentColor"
            strokeWidth="2"
            className="pointer-events-none absolute inset-0 hidden text-white peer-checked:block"
            aria-hidden="true"
          >
            <path d="m4 8.2 2.8 2.8L12 5.5" strokeLinecap="round" strokeLinejoin="round" />
          </svg>
        </span>
        <span>{label}</span>
      </label>
      <div className="pl-[26px] empty:hidden">
        <FieldNote id={`${id}-note`} hint={hint} error={error} />
      </div>
    </div>
  )
}
