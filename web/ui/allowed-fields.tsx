import { Lock } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { type Denied, useDenial } from './denial.ts'

type AllowedFieldsProps = Denied & { className?: string; children: ReactNode }

/**
 * The fields of a form that not everybody may change. Others can read them, and see the reason above. The button that saves the form is
 * outside, and needs the same endpoint.
 */
export function AllowedFields({ needs, denied, className = 'flex flex-col gap-5', children }: AllowedFieldsProps) {
  const id = useId()
  const reason = useDenial(needs) ?? denied
  if (!reason) return <div className={className}>{children}</div>
  return (
    <fieldset disabled aria-labelledby={id} className={`read-only min-w-0 ${className}`}>
      <p id={id} className="flex items-start gap-2.5 rounded-md bg-sunken px-3.5 py-2.5 text-sm text-ink-2">
        <Lock className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} aria-hidden="true" />
        <span>You can read this, but not change it. {reason}</span>
      </p>
      {children}
    </fieldset>
  )
}
