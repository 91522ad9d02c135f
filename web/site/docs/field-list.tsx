import { InlineLine } from './prose.tsx'
import type { FieldRow } from './reference.ts'

interface FieldListProps {
  label?: string
  /** Name of the call, for screen readers. */
  of: string
  rows: readonly FieldRow[]
  /** Whether the caller sends the fields: then each is required or optional. */
  isSent?: boolean
}

/** Fields with type, limits and description. */
export function FieldList({ label, of, rows, isSent = false }: FieldListProps) {
  if (rows.length === 0) return null
  return (
    <div className={label ? 'mt-6' : ''}>
      {label && (
        <h3 className="font-semibold">
          {label}
          <span className="sr-only"> of {of.toLowerCase()}</span>
        </h3>
      )}
      <dl className="mt-2 border-b border-line">
        {rows.map(({ name, type, isRequired, limits, text }) => (
          <div key={name} className="grid gap-x-5 border-t border-line py-2.5 sm:grid-cols-[220px_minmax(0,1fr)]">
            <dt className="wrap-anywhere">
              <code className="font-mono text-sm">{name}</code>
            </dt>
            <dd>
              <p className="text-sm text-muted wrap-anywhere">
                {type}
                {isSent && isRequired && <span className="font-medium text-ink">, required</span>}
                {isSent && !isRequired && ', optional'}
                {!isSent && !isRequired && ', may be absent'}
              </p>
              {limits && (
                <p className="text-sm text-muted wrap-anywhere">
                  <InlineLine text={limits} />
                </p>
              )}
              {text && (
                <p className="text-ink-2 wrap-anywhere">
                  <InlineLine text={text} />
                </p>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
