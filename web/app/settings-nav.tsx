import { useLayoutEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { useCan } from '../client/permissions.ts'
import { useEdgeFade } from '../ui/use-edge-fade.ts'
import { settingsTabs } from './settings-tabs.tsx'

/** The tabs of the settings that the user may open: beside the tab in groups, above it in one row where the screen is narrow. */
export function SettingsNav() {
  const { pathname } = useLocation()
  const can = useCan()
  const row = useRef<HTMLElement>(null)
  useEdgeFade(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pathname is another tab
  useLayoutEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
  }, [pathname])
  const groups = Map.groupBy(
    settingsTabs.filter(({ needs }) => can(needs)),
    ({ group }) => group,
  )
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="edge-fade relative -mx-4 flex gap-6 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0 lg:sticky lg:top-24 lg:w-36 lg:shrink-0 xl:w-48 lg:flex-col lg:gap-5 lg:overflow-visible lg:border-0"
    >
      {[...groups].map(([group, tabs]) => (
        <div key={group}>
          <h2 className="px-2.5 pb-1.5 text-xs font-medium text-muted max-lg:hidden">{group}</h2>
          <ul className="flex gap-6 lg:flex-col lg:gap-0.5">
            {tabs.map(({ path, label }) => (
              <li key={path}>
                <NavLink
                  to={path}
                  className="flex items-center font-medium text-muted transition-colors hover:text-ink focus-visible:-outline-offset-2 aria-[current]:text-ink max-lg:h-10 max-lg:border-b-2 max-lg:border-transparent max-lg:whitespace-nowrap max-lg:aria-[current]:border-brand lg:min-h-9 lg:rounded-md lg:px-2.5 lg:py-1.5 lg:hover:bg-neutral-soft lg:aria-[current]:bg-neutral-soft pointer-coarse:min-h-11"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
