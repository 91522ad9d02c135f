import type { ReactNode } from 'react'

export type DetailEntries = readonly (readonly [label: string, value: ReactNode])[]

/** List of labels and values; entries without a value are omitted. */
export const DetailList = ({ rows }: { rows: DetailEntries }) => (
  <dl className="card divide-y divide-line">
    {rows.map(
      ([label, value]) =>
        value && (
          <div key={label} className="flex justify-between gap-6 px-4 py-2.5">
            <dt className="shrink-0 text-muted max-[359px]:shrink">{label}</dt>
            <dd className="figures min-w-[45%] text-right font-medium wrap-anywhere">{value}</dd>
          </div>
        ),
    )}
  </dl>
)
