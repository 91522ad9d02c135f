import type { ReactNode } from 'react'

export type DetailItem = { label: string; value: ReactNode; strong?: boolean }

/** List of labels and values, one per line. The caller omits items without a value. On a phone labels give way, so that amounts stay whole. */
export function DetailList({ details }: { details: readonly DetailItem[] }) {
  return (
    <dl className="divide-y divide-line">
      {details.map(({ label, value, strong }) => (
        <div key={label} className="flex items-baseline justify-between gap-6 py-3">
          <dt className="max-w-3/5 shrink-0 wrap-anywhere text-muted max-sm:shrink">{label}</dt>
          <dd
            className={`figures min-w-0 text-right wrap-anywhere max-sm:max-w-3/5 max-sm:min-w-auto max-sm:wrap-break-word ${strong ? 'font-semibold *:font-semibold' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
