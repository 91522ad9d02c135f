import { groupDigits } from '@adire/contract/group-digits.ts'
import { Link } from 'react-router'

export type FilterTab = { to: string; label: string; count?: number | undefined; isCurrent: boolean }

/** Tabs that filter the list below them; each has its own URL. */
export function FilterTabs({ label, tabs }: { label: string; tabs: readonly FilterTab[] }) {
  return (
    <nav aria-label={label} className="-mx-4 mb-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0">
      <ul className="flex gap-6">
        {tabs.map(({ to, label: name, count, isCurrent }) => (
          <li key={name}>
            <Link
              to={to}
              aria-current={isCurrent ? 'page' : undefined}
              className="flex h-10 items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-ink pointer-coarse:h-11"
            >
              {name}
              {count !== undefined && (
                <span className="figures text-sm font-normal text-muted">{groupDigits(count)}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
