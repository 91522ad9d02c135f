import { groupDigits } from '@adire/contract/group-digits.ts'
import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useEdgeFade } from './use-edge-fade.ts'

export type TabItem = { to: string; label: string; count?: number; end?: boolean }

type TabsProps = {
  label: string
  tabs: readonly TabItem[]
  /** Query parameters that the links keep. */
  keptParams?: readonly string[]
}

/** Tabs that are links: each has a URL, so they are navigation and not an ARIA tablist. */
export function Tabs({ label, tabs, keptParams = [] }: TabsProps) {
  const { search, pathname } = useLocation()
  const bar = useRef<HTMLElement>(null)
  useEdgeFade(bar)
  // On a phone the tabs are wider than the screen: scroll the current one into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pathname is another tab
  useLayoutEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && current)
      bar.current.scrollLeft = current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  const current = new URLSearchParams(search)
  const retained = new URLSearchParams(
    keptParams.flatMap((key) => (current.has(key) ? [[key, current.get(key) ?? '']] : [])),
  )
  return (
    <nav
      ref={bar}
      aria-label={label}
      className="edge-fade relative -mx-4 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex gap-6">
        {tabs.map(({ to, label, count, end }) => (
          <li key={to}>
            <NavLink
              to={{ pathname: to, search: retained.toString() }}
              end={end}
              className="flex h-10 items-center gap-2 border-b-2 border-transparent font-medium whitespace-nowrap text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:text-ink pointer-coarse:h-11"
            >
              {label}
              {count !== undefined && (
                <span className="figures text-sm font-normal text-muted">{groupDigits(count)}</span>
              )}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
