import { Amount } from '../../ui/amount.tsx'
import { StatusBadge } from '../../ui/badge.tsx'

/** Illustration of what was collected today, with its payments. */
export function BalanceCard({ className = '' }: { className?: string }) {
  const rows = [
    ['Bisi Adewale', 84_500_00, 'success'],
    ['Chidi Okafor', 12_000_00, 'success'],
    ['Halima Bello', 36_250_00, 'pending'],
  ] as const
  return (
    <div className={`w-full max-w-96 rounded-lg bg-raised p-5 text-ink shadow-e3 ${className}`}>
      <p className="flex justify-between text-sm text-muted">
        Collected today
        <span>Example</span>
      </p>
      <Amount kobo={96_500_00} size="detail" className="mt-1 block" />
      <ul className="mt-4 border-t border-line">
        {rows.map(([name, kobo, status]) => (
          <li
            key={name}
            className="flex items-center justify-between gap-3 border-b border-line py-2.5 last:border-0 last:pb-0"
          >
            <span className="truncate font-medium">{name}</span>
            <span className="flex items-center gap-3">
              <span className="max-sm:hidden">
                <StatusBadge status={status} />
              </span>
              <Amount kobo={kobo} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
