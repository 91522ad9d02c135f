import { countStaffApprovals } from '@adire/contract/back-office/approvals.ts'
import { Link, useLocation } from 'react-router'
import { Logo } from '../../ui/logo.tsx'
import { useCall } from '../client/api.ts'
import { useDenials } from '../client/person.ts'
import { backOfficeScreens } from './screens.tsx'

const item =
  'flex h-[34px] w-full items-center gap-3 rounded-md px-2.5 font-medium whitespace-nowrap transition-colors ' +
  'focus-visible:-outline-offset-2 pointer-coarse:h-11 [&_svg]:size-[18px] [&_svg]:shrink-0'

/** Content of the sidebar and of the drawer. What the role does not include stays visible, and says why. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const { pathname } = useLocation()
  const denialOf = useDenials()
  const waiting = useCall(countStaffApprovals, {}, { refetchInterval: 60_000 }).data?.waiting ?? 0
  return (
    <div className="flex h-full flex-col gap-4 overflow-x-hidden overflow-y-auto p-3">
      <div className="flex flex-col gap-0.5 px-2.5 pt-2">
        <Logo />
        <span className="text-sm text-muted">Back office</span>
      </div>
      <nav aria-label="Main" className="flex-1">
        <ul className="flex flex-col gap-0.5">
          {backOfficeScreens.map(({ path, sidebar, needs }) => {
            if (!sidebar) return null
            const { icon: Icon, label } = sidebar
            const denied = denialOf(needs)
            const isActive = pathname === path || pathname.startsWith(`${path}/`)
            const look = isActive
              ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line)] [&_svg]:text-link'
              : 'text-ink-2 hover:bg-neutral-soft'
            return (
              <li key={path}>
                {denied === undefined ? (
                  <Link
                    to={path}
                    onClick={onNavigate}
                    aria-current={isActive ? 'page' : undefined}
                    className={`${item} ${look}`}
                  >
                    <Icon strokeWidth={1.75} aria-hidden="true" />
                    {label}
                    {path === '/approvals' && waiting > 0 && (
                      <span className="figures ml-auto text-sm text-muted">
                        {waiting}
                        <span className="sr-only"> waiting for you</span>
                      </span>
                    )}
                  </Link>
                ) : (
                  <button
                    type="button"
                    aria-disabled
                    title={denied}
                    aria-description={denied}
                    className={`${item} cursor-not-allowed text-ink-2 opacity-55`}
                  >
                    <Icon strokeWidth={1.75} aria-hidden="true" />
                    {label}
                  </button>
                )}
              </li>
            )
          })}
        </ul>
      </nav>
    </div>
  )
}
