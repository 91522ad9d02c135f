import type { ReactNode } from 'react'

export type DetailEntries = readonly (readonly [label: string, value: ReactNode])[]

/** List of labels and values; entries without a value are omitted. */
export const DetailList = ({ rows }: { rows: DetailEntries }) => (
  <dl className="card divide-y divide-line">
    {rows.map(
      ([label, value]) =>
        value && (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 gap-y-0.5 px-4 py-2.5 max-[359px]:px-3">
            <dt className="max-w-full text-muted">{label}</dt>
            <dd className="figures max-w-full min-w-0 font-medium wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
)
