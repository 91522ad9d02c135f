import { listSavedViews } from '@adire/contract/saved-views.ts'
import { Link, useLocation } from 'react-router'
import { useCall } from '../../client/api.ts'
import { retainedQuery, viewQuery } from './transaction-filters.ts'

/** Saved views above the list. Nothing while there are none; the menu beside the filters manages them. */
export function ViewTabs() {
  const { search } = useLocation()
  const views = useCall(listSavedViews, { list: 'transactions' }).data?.content ?? []
  if (views.length === 0) return null
  const open = retainedQuery(search)
  return (
    <nav aria-label="Views" className="-mx-4 mb-4 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:px-0">
      <ul className="flex gap-2">
        {views.map(({ id, name, query }) => (
          <li key={id} className="shrink-0">
            <Link
              to={`/transactions?${viewQuery(query, search)}`}
              aria-current={retainedQuery(viewQuery(query, search)) === open ? 'page' : undefined}
              title={name}
              className="block max-w-48 truncate rounded-full border border-line-strong px-3 py-1 text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink aria-[current]:border-brand aria-[current]:bg-soft aria-[current]:text-link pointer-coarse:py-2.5"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
