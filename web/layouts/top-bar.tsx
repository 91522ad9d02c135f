import { LogOut, PanelLeft, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Menu, MenuButton, MenuLine, MenuLink } from '../ui/menu.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { chooseTheme, type Theme, useTheme } from '../ui/theme.ts'
import { type Mode, ModePill } from './mode-switch.tsx'

export type TopBarProps = {
  mode: Mode
  /** Its first word is shown. */
  categoryName: string | undefined
  userName: string
  userEmail: string
  /** The bell. */
  notifications: ReactNode
  onLogOut: () => void
  /** Nothing but the page it is on can be opened. */
  hideNav?: boolean
  collapsed: boolean
  onToggleSidebar: (() => void) | undefined
  /** The button that opens the drawer. */
  drawer: ReactNode
}

export function TopBar(props: TopBarProps) {
  const { mode, categoryName, collapsed, onToggleSidebar, drawer } = props
  const category = categoryName?.trim().split(/\s+/)[0]
  return (
    <div className="flex h-14 items-center gap-3 border-b border-line bg-surface px-4 lg:rounded-t-xl lg:border-x lg:border-t lg:px-5">
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
      {category && <span className="truncate font-medium">{category}</span>}
      <ModePill mode={mode} />
      <div className="ml-auto flex items-center gap-2">
        {props.notifications}
        <Profile name={props.userName} email={props.userEmail} onLogOut={props.onLogOut} hasLink={!props.hideNav} />
      </div>
    </div>
  )
}

const themes: readonly { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

type ProfileProps = { name: string; email: string; onLogOut: () => void; hasLink: boolean }

function Profile({ name, email, onLogOut, hasLink }: ProfileProps) {
  const theme = useTheme()
  const initials = name
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
      buttonClassName="inline-flex size-8 items-center justify-center rounded-full bg-soft text-xs font-semibold text-link pointer-coarse:size-10"
    >
      <div className="px-2.5 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">{email}</p>
      </div>
      <Segmented label="Theme" options={themes} value={theme} onChange={chooseTheme} />
      <MenuLine />
      {hasLink && (
        <MenuLink to="/settings/user-profile">
          <UserRound strokeWidth={1.75} aria-hidden="true" />
          User Profile
        </MenuLink>
      )}
      <MenuButton onClick={onLogOut}>
        <LogOut strokeWidth={1.75} aria-hidden="true" />
        Log out
      </MenuButton>
    </Menu>
  )
}
