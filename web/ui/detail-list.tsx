import type { ReactNode } from 'react'
import { keepNumbersWhole } from './whole-numbers.ts'

export type DetailItem = { label: string; value: ReactNode; strong?: boolean }

type DetailListProps = {
  details: readonly DetailItem[]
  /** Two columns where there is room, so that labels and values stay close to each other. Not for sums. */
  twoColumns?: boolean
}

/**
 * List of labels and values, one per line. The caller omits items without a value. A value that does not fit beside its label is below it,
 * so that emails, references and amounts stay whole.
 */
export function DetailList({ details, twoColumns = false }: DetailListProps) {
  return (
    <div className="@container">
      <dl className={twoColumns ? 'grid gap-x-12 @2xl:grid-cols-2' : ''}>
        {details.map(({ label, value, strong }) => (
          <div
            key={label}
            className={`flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-t border-line py-3 first:border-t-0 ${twoColumns ? '@2xl:nth-2:border-t-0' : ''}`}
          >
            <dt className="max-w-full min-w-0 wrap-anywhere text-muted">{label}</dt>
            <dd className={`figures max-w-full min-w-0 wrap-anywhere ${strong ? 'font-semibold *:font-semibold' : ''}`}>
              {typeof value === 'string' ? keepNumbersWhole(value) : value}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
