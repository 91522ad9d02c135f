import { groupDigits } from '@adire/contract/group-digits.ts'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { usePageFocus } from './page-focus.ts'
import { type TabItem, Tabs } from './tabs.tsx'
import { PageTitle } from './title.tsx'

type PageHeaderProps = {
  title: string
  /** Shown instead of the title, such as an `Amount` on a payment's page. */
  heading?: ReactNode
  /** Total number of objects. */
  count?: number | string | undefined
  note?: ReactNode
  badge?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string }
  tabs?: readonly TabItem[]
  keptParams?: readonly string[]
}

/** Header of every dashboard page: its only h1, its document title, and the focus target of a navigation. */
export function PageHeader({ title, heading, count, note, badge, actions, back, tabs, keptParams }: PageHeaderProps) {
  const ref = useRef<HTMLHeadingElement>(null)
  usePageFocus(ref)
  return (
    <header className="mb-5 flex flex-col gap-4 wrap-anywhere">
      <PageTitle>{title}</PageTitle>
      {back && (
        <Link
          to={back.to}
          title={back.label}
          className="-my-1 flex max-w-full items-center gap-2 self-start py-1 text-muted hover:text-ink pointer-coarse:py-3 [&_svg]:size-4 [&_svg]:shrink-0"
        >
          <ArrowLeft strokeWidth={1.75} aria-hidden="true" />
          <span className="truncate">{back.label}</span>
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-sm:items-start">
        <div className="flex min-w-0 grow basis-40 flex-col gap-1 sm:basis-72">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 [&_span]:whitespace-normal">
            <h1 ref={ref} tabIndex={-1} className="text-xl font-semibold">
              {heading ?? title}
            </h1>
            {count !== undefined && (
              <span className="figures text-muted">{typeof count === 'number' ? groupDigits(count) : count}</span>
            )}
            {badge}
          </div>
          {note && <p className="text-muted">{note}</p>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-center gap-2 max-sm:has-[>a,>button:not([aria-label])]:w-full max-sm:[&>a]:grow max-sm:[&>button:not([aria-label])]:grow max-[359px]:[&>a]:px-2 max-[359px]:[&>a]:text-sm max-[359px]:[&>button:not([aria-label])]:px-2 max-[359px]:[&>button:not([aria-label])]:text-sm">
            {actions}
          </div>
        )}
      </div>
      {tabs && <Tabs label={title} tabs={tabs} keptParams={keptParams} />}
    </header>
  )
}
