import type { ReactNode } from 'react'

export type DetailEntries = readonly (readonly [label: string, value: ReactNode])[]

/** List of labels and values; entries without a value are omitted. */
export const DetailList = ({ rows }: { rows: DetailEntries }) => (
  <dl className="card divide-y divide-line">
    {rows.map(
      ([label, value]) =>
        value && (
          <div key={label} className="flex justify-between gap-4 px-4 py-2.5 max-[359px]:px-3">
            <dt className="max-w-1/2 shrink-0 text-muted">{label}</dt>
            <dd className="figures min-w-0 text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
)
