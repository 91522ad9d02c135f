import { formatNaira, formatNairaCompact } from '@adire/contract/money.ts'
import { Link } from 'react-router'

export type ChartBar = {
  label: string
  amountKobo: number
  to: string
  /** "62% of volume, 38 payments" */
  note?: string
}

/** Horizontal bars, relative to the largest. Each links to its details; the exact amount is its title and its accessible text. */
export function BarChart({ bars }: { bars: readonly ChartBar[] }) {
  const largest = Math.max(1, ...bars.map(({ amountKobo }) => amountKobo))
  return (
    <ul className="-mx-2 flex flex-col gap-2">
      {bars.map(({ label, amountKobo, to, note }) => (
        <li key={label}>
          <Link to={to} title={formatNaira(amountKobo)} className="block rounded-sm px-2 py-2 hover:bg-sunken">
            <span className="mb-2 flex justify-between gap-4">
              <span className="text-ink-2">{label}</span>
              <span className="figures font-medium" aria-hidden="true">
                NGN {formatNairaCompact(amountKobo)}
              </span>
              <span className="sr-only">{formatNaira(amountKobo)}</span>
            </span>
            <svg width="100%" height="6" className="block overflow-hidden rounded-full" aria-hidden="true">
              <rect width="100%" height="6" className="fill-neutral-soft" />
              <rect width={`${(amountKobo / largest) * 100}%`} height="6" rx="3" className="fill-brand" />
            </svg>
            {note && <span className="figures mt-1.5 block text-xs text-muted">{note}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
