import { LogOut } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { useCall } from '../../client/api.ts'
import { useCan } from '../../client/permissions.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { findMemberScreen, memberScreens, type Screen } from '../screens.tsx'
import type { BusinessChoice } from './business-choices.tsx'
import { BusinessSwitcher } from './business-switcher.tsx'
import { type Mode, ModeSwitch } from './mode-switch.tsx'

export type SidebarProps = {
  merchants: readonly BusinessChoice[]
  currentMerchantId: string | undefined
  onSelectMerchant: (id: string) => void
  mode: Mode
  onToggleMode: () => void
  onLogOut: () => void
  loggingOut?: boolean
  /** Hides the links while onboarding is not complete. */
  hideNav?: boolean
  collapsed?: boolean
  onNavigate?: () => void
}

/** Screens of the sidebar in groups: neighbours with the same heading. */
const groups: { heading: string | undefined; screens: Screen[] }[] = []
for (const screen of memberScreens) {
  if (!screen.sidebar) continue
  const { heading } = screen.sidebar
  const last = groups.at(-1)
  if (last && last.heading === heading) last.screens.push(screen)
  else groups.push({ heading, screens: [screen] })
}

/** Content of the sidebar and of the mobile drawer. */
export function Sidebar(props: SidebarProps) {
  const { mode, onToggleMode, onLogOut, loggingOut, hideNav, collapsed = false, onNavigate } = props
  return (
    <div className="flex h-full flex-col gap-3 overflow-x-hidden overflow-y-auto p-3">
      <BusinessSwitcher
        merchants={props.merchants}
        currentMerchantId={props.currentMerchantId}
        onSelectMerchant={props.onSelectMerchant}
        collapsed={collapsed}
      />
      {hideNav ? <div className="flex-1" /> : <Destinations collapsed={collapsed} onNavigate={onNavigate} />}
      <div className="flex flex-col gap-0.5">
        <ModeSwitch mode={mode} onToggleMode={onToggleMode} collapsed={collapsed} />
        <button
          type="button"
          onClick={loggingOut ? undefined : onLogOut}
          aria-disabled={loggingOut || undefined}
          title={collapsed ? 'Log out' : undefined}
          className={`${item} ${collapsed ? 'justify-center' : 'px-2.5'} text-ink-2 hover:bg-neutral-soft`}
        >
          {loggingOut ? <Spinner /> : <LogOut strokeWidth={1.75} aria-hidden="true" />}
          <span className={collapsed ? 'sr-only' : ''}>Log out</span>
        </button>
      </div>
    </div>
  )
}

const item =
  'flex h-[34px] w-full items-center gap-3 rounded-md font-medium whitespace-nowrap transition-colors ' +
  'focus-visible:-outline-offset-2 pointer-coarse:h-11 [&_svg]:size-[18px] [&_svg]:shrink-0'

function Destinations({ collapsed, onNavigate }: { collapsed: boolean; onNavigate: (() => void) | undefined }) {
  const { pathname } = useLocation()
  const can = useCan()
  const under = findMemberScreen(pathname)?.under
  const allowed = groups
    .map(({ heading, screens }) => ({ heading, screens: screens.filter(({ needs }) => can(needs)) }))
    .filter(({ screens }) => screens.length > 0)
  return (
    <nav aria-label="Main" className="flex-1">
      {allowed.map(({ heading, screens }) => (
        <div key={heading ?? ''} className="mb-1.5">
          {heading &&
            (collapsed ? (
              <div className="mx-2 my-2 border-t border-line" />
            ) : (
              <h2 className="px-2.5 pt-2 pb-1.5 text-xs font-medium text-muted">{heading}</h2>
            ))}
          <ul className="flex flex-col gap-0.5">
            {screens.map(({ path, label, opensAt: to = path, sidebar }) => {
              const Icon = sidebar!.icon
              const prefix = path.split('/:')[0]!
              const active = path === under || pathname === prefix || pathname.startsWith(`${prefix}/`)
              const look = active
                ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)] [&_svg]:text-link'
                : 'text-ink-2 hover:bg-neutral-soft'
              return (
                <li key={to}>
                  <Link
                    to={to}
                    onClick={onNavigate}
                    aria-current={active ? 'page' : undefined}
                    title={collapsed ? label : undefined}
                    className={`${item} ${collapsed ? 'justify-center' : 'px-2.5'} ${look}`}
                  >
                    <Icon strokeWidth={1.75} aria-hidden="true" />
                    <span className={collapsed ? 'sr-only' : ''}>{label}</span>
                    {sidebar!.counts && <WaitingCount counts={sidebar!.counts} collapsed={collapsed} />}
                  </Link>
                </li>
              )
            })}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type WaitingCountProps = { counts: NonNullable<NonNullable<Screen['sidebar']>['counts']>; collapsed: boolean }

/** How many objects of a screen wait for the user. Nothing for none. */
function WaitingCount({ counts, collapsed }: WaitingCountProps) {
  const waiting = useCall(counts, {}).data?.waiting ?? 0
  if (waiting === 0) return null
  return (
    <span className={collapsed ? 'sr-only' : 'figures ml-auto rounded-full bg-warn-soft px-2 text-xs text-warn'}>
      {waiting}
      <span className="sr-only"> waiting</span>
    </span>
  )
}
