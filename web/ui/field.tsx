import { createContext, type ReactNode, useContext, useId } from 'react'

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

const FieldContext = createContext<Wiring | undefined>(undefined)

/** Props that connect a control to the `Field` around it; empty outside a field. */
export function useField(): Partial<Wiring> {
  return useContext(FieldContext) ?? {}
}

type FieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** Shown instead of the hint. */
  error?: string | undefined
  /** Shown beside the label, such as "Forgot password?", and reached after the control by keyboard. */
  action?: ReactNode
  /** Marks the field as optional; a text replaces the English mark. */
  optional?: boolean | string | undefined
  className?: string
  children: ReactNode
}

export function Field({ label, hint, error, action, optional, className = '', children }: FieldProps) {
  const id = useId()
  const note = error || hint
  const wiring: Wiring = {
    id,
    'aria-describedby': note ? `${id}-note` : undefined,
    'aria-invalid': error ? true : undefined,
  }
  const control = (
    <>
      <FieldContext value={wiring}>{children}</FieldContext>
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
    </>
  )
  return (
    <div className={`relative flex min-w-0 gap-1.5 ${action ? 'flex-wrap justify-between' : 'flex-col'} ${className}`}>
      <label htmlFor={id} className="max-w-full self-start font-medium">
        {label}
        {optional && <span className="font-normal text-muted"> {optional === true ? '(optional)' : optional}</span>}
      </label>
      {action ? <div className="order-1 flex w-full flex-col gap-1.5">{control}</div> : control}
      {action}
    </div>
  )
}

/** Hint or error below a control. */
export function FieldNote({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  if (error)
    return (
      <p id={id} role="alert" className="text-sm text-bad">
        {error}
      </p>
    )
  if (!hint) return null
  return (
    <p id={id} className="text-sm text-muted">
      {hint}
    </p>
  )
}
