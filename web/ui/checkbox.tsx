import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  ref?: Ref<HTMLInputElement>
  label: string
  hint?: ReactNode
}

/** Checkbox with its label and an optional hint. */
export function Checkbox({ label, hint, className = '', ...rest }: CheckboxProps) {
  const id = useId()
  return (
    <div className={`flex items-start gap-2.5 ${className}`}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 check-box size-4.5 disabled:opacity-60 pointer-coarse:size-5"
      />
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-muted">
            {hint}
          </p>
        )}
      </div>
    </div>
  )
}
