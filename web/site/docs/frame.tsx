import type { SiteGiven } from '@adire/contract/site-page-props.ts'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { contentWidth } from '../header.tsx'
import { guides } from './guides.ts'
import { groupAreas } from './tasks.ts'

type FrameProps = {
  given: SiteGiven
  path: string
  title: string
  lead?: string
  searched?: string
  children: ReactNode
}

/** Frame of a documentation page: navigation on the left, collapsible on a phone. */
export function DocsFrame({ given, path, title, lead, searched, children }: FrameProps) {
  return (
    <div className={`grid gap-x-14 py-8 lg:grid-cols-[220px_minmax(0,1fr)] lg:py-12 ${contentWidth}`}>
      <div className="mb-8 flex flex-col gap-4 self-start lg:sticky lg:top-24 lg:mb-0 lg:max-h-[calc(100dvh-8rem)] lg:overflow-y-auto lg:pr-2">
        <SearchForm searched={searched} />
        <details className="rounded-md border border-line lg:hidden">
          <summary className="flex min-h-11 items-center px-4 font-medium">All of the documentation</summary>
          <div className="border-t border-line p-4">
            <DocsNav given={given} path={path} label="Documentation, all" />
          </div>
        </details>
        <div className="max-lg:hidden">
          <DocsNav given={given} path={path} label="Documentation" />
        </div>
      </div>
      <div className="max-w-3xl min-w-0 pb-10">
        <h1 className="text-3xl font-semibold text-balance">{title}</h1>
        {lead && <p className="mt-3 text-lg text-ink-2">{lead}</p>}
        <p hidden data-reader-note="" className="mt-6 rounded-md bg-soft px-4 py-3" />
        <div className="mt-8">{children}</div>
      </div>
    </div>
  )
}

function SearchForm({ searched }: { searched: string | undefined }) {
  return (
    <search>
      <form action="/docs/search" className="relative">
        <label htmlFor="docs-q" className="sr-only">
          Search the documentation
        </label>
        <Search
          className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          strokeWidth={1.75}
          aria-hidden="true"
        />
        <input
          id="docs-q"
          name="q"
          type="search"
          maxLength={80}
          defaultValue={searched}
          placeholder="Search"
          className="field pl-9"
        />
      </form>
    </search>
  )
}

function DocsNav({ given, path, label }: { given: SiteGiven; path: string; label: string }) {
  const groups = [
    { heading: 'Guides', entries: [{ path: '/docs', title: 'Start here' }, ...guides] },
    ...groupAreas(given.api).map(({ heading, entries }) => ({
      heading: `API: ${heading.toLowerCase()}`,
      entries: heading === 'Tools' ? [...entries, { path: '/docs/webhook-events', title: 'Webhook events' }] : entries,
    })),
  ]
  return (
    <nav aria-label={label} className="flex flex-col gap-5">
      {groups.map(({ heading, entries }) => (
        <div key={heading}>
          <p className="mb-1 text-sm font-medium text-muted">{heading}</p>
          <ul className="border-l border-line">
            {entries.map((entry) => (
              <li key={entry.path}>
                <a
                  href={entry.path}
                  aria-current={entry.path === path ? 'page' : undefined}
                  className="-ml-px flex min-h-8 items-center border-l border-transparent pl-3.5 text-ink-2 hover:text-ink hover:underline aria-[current]:border-brand aria-[current]:font-medium aria-[current]:text-link pointer-coarse:min-h-11"
                >
                  {entry.title}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
