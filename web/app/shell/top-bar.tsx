import { PanelLeft, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Mode, ModePill } from './mode-switch.tsx'
import type { ProfileProps } from './profile-menu.tsx'

export type TopBarProps = {
  mode: Mode
  /** Business category; only its first word is shown, as specified. */
  categoryName: string | undefined
  businessName: string | undefined
  userName: string
  userEmail: string
  /** The test business has a clock offset: its time is shown beside the mode. */
  hasClockOffset: boolean
  /** Opens the clock dialog of a test business. */
  onClock: (() => void) | undefined
  /** Opens the global search; undefined while no page can be opened. */
  onSearch: (() => void) | undefined
  /** Notifications menu. */
  notifications: ReactNode
  /** Opens the profile of the user. */
  onProfile: () => void
  onLogOut: () => void
  /** Hides navigation: no other page can be opened. */
  hideNav?: boolean
  collapsed: boolean
  onToggleSidebar: (() => void) | undefined
  /** Button that opens the drawer. */
  drawer: ReactNode
}

/** Bar above every page. With large text on a phone, category and mode are in a line of their own. */
export function TopBar(props: TopBarProps) {
  const { mode, categoryName, collapsed, onToggleSidebar, drawer } = props
  const category = categoryName?.trim().split(/\s+/)[0]
  return (
    <div className="@container border-b border-line bg-surface lg:rounded-t-xl lg:border-x lg:border-t">
      <div className="flex min-h-14 items-center gap-3 px-4 max-sm:gap-2 max-sm:px-3 max-[359px]:gap-1 max-[359px]:px-1.5 max-[359px]:[&_button[aria-label]]:size-[36px]! lg:px-5 @max-[18rem]:flex-wrap">
        {drawer}
        {onToggleSidebar && (
          <IconButton
            label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            aria-expanded={!collapsed}
            onClick={onToggleSidebar}
            className="-ml-1 max-lg:hidden"
          >
            <PanelLeft strokeWidth={1.75} />
          </IconButton>
        )}
        <div className="flex min-w-0 items-center gap-2 @max-[18rem]:order-last @max-[18rem]:w-full @max-[18rem]:flex-wrap">
          {category && (
            <span
              className={`min-w-0 truncate font-medium max-sm:text-sm md:shrink-0 ${props.hasClockOffset ? 'max-sm:hidden' : ''}`}
            >
              {category}
            </span>
          )}
          <ModePill mode={mode} hasClockOffset={props.hasClockOffset} onClock={props.onClock} />
          {/* An open sidebar names the business already. */}
          <span className={`truncate text-muted max-md:hidden ${collapsed ? '' : 'lg:hidden'}`}>
            {props.businessName}
          </span>
        </div>
        <div className="ml-auto flex items-center gap-2 max-sm:gap-0">
          {props.onSearch && (
            <IconButton label="Search (Ctrl K)" onClick={props.onSearch}>
              <Search strokeWidth={1.75} />
            </IconButton>
          )}
          {props.notifications}
          <Profile
            name={props.userName}
            email={props.userEmail}
            onEdit={props.onProfile}
            onLogOut={props.onLogOut}
            hasLink={!props.hideNav}
          />
        </div>
      </div>
    </div>
  )
}

const ProfileMenu = lazyComponent(() => import('./profile-menu.tsx').then((m) => m.ProfileMenu))

function Profile(props: ProfileProps) {
  const initials = props.name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  const avatar = (
    <>
      <span aria-hidden="true">{initials || '?'}</span>
      <span className="sr-only">Your profile</span>
    </>
  )
  return (
    <Menu
      className="w-64"
      button={avatar}
      buttonClassName="inline-flex size-[36px] items-center justify-center rounded-full bg-soft text-xs font-semibold text-link pointer-coarse:size-[44px]"
    >
      <ProfileMenu {...props} />
    </Menu>
  )
}
