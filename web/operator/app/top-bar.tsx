import { staffRoleNames } from '@adire/contract/staff-permissions.ts'
import { LogOut, Search, UserRound } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { Menu, MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'
import { NavDrawer } from '../../ui/nav-drawer.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'
import { usePerson } from '../client/person.ts'
import { signOut } from '../client/session.ts'
import { Sidebar } from './sidebar.tsx'

/** Drawer button on narrow screens; search, person, role, theme and sign-out. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const { name, email, role } = usePerson()
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
  return (
    <div className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-4 max-sm:px-3 lg:rounded-t-xl lg:border-x lg:border-t lg:px-5">
      <NavDrawer>{(close) => <Sidebar onNavigate={close} />}</NavDrawer>
      <span className="min-w-0 font-medium lg:hidden">Back office</span>
      <div className="ml-auto flex min-w-0 items-center gap-3 max-sm:shrink-0">
        <IconButton label="Search (Ctrl K)" onClick={onSearch}>
          <Search strokeWidth={1.75} />
        </IconButton>
        <p className="flex min-w-0 gap-2 text-sm max-sm:hidden">
          <span className="max-w-56 truncate font-medium" title={name}>
            {name}
          </span>
          <span className="shrink-0 text-muted">{staffRoleNames[role]}</span>
        </p>
        <Menu
          className="w-64"
          button={
            <>
              <span aria-hidden="true">{initials || '?'}</span>
              <span className="sr-only">Your account</span>
            </>
          }
          buttonClassName="inline-flex size-[36px] shrink-0 items-center justify-center rounded-full bg-soft text-xs font-semibold text-link pointer-coarse:size-[44px]"
        >
          <div className="px-2.5 pt-1.5 pb-2">
            <p className="truncate font-medium">{name}</p>
            <p className="truncate text-sm text-muted">{email}</p>
            <p className="truncate text-sm text-muted">{staffRoleNames[role]}</p>
          </div>
          <ThemeChoice />
          <MenuLine />
          <MenuLink to="/account">
            <UserRound strokeWidth={1.75} aria-hidden="true" />
            Password, passkeys and sessions
          </MenuLink>
          <MenuButton onClick={() => void signOut()}>
            <LogOut strokeWidth={1.75} aria-hidden="true" />
            Sign out
          </MenuButton>
        </Menu>
      </div>
    </div>
  )
}
