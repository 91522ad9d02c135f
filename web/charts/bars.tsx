import { formatNaira, formatNairaCompact } from '@adire/contract/money.ts'

export type Bar = { label: string; amountKobo: number }

/** Shares as horizontal bars, measured against the largest. The exact amount is the row's title and what is read out. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  const largest = Math.max(1, ...bars.map(({ amountKobo }) => amountKobo))
  return (
    <ul className="flex flex-col gap-6">
      {bars.map(({ label, amountKobo }) => (
        <li key={label} title={formatNaira(amountKobo)}>
          <p className="mb-2 flex justify-between gap-4">
            <span className="text-ink-2">{label}</span>
            <span className="figures font-medium" aria-hidden="true">
              NGN {formatNairaCompact(amountKobo)}
            </span>
            <span className="sr-only">{formatNaira(amountKobo)}</span>
          </p>
          <svg width="100%" height="6" className="block overflow-hidden rounded-full" aria-hidden="true">
            <rect width="100%" height="6" className="fill-neutral-soft" />
            <rect width={`${(amountKobo / largest) * 100}%`} height="6" rx="3" className="fill-brand" />
          </svg>
        </li>
      ))}
    </ul>
  )
}
