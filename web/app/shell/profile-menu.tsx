import { updateUser } from '@adire/contract/users.ts'
import { LogOut, Settings, UserRound } from 'lucide-react'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'
import { ThemeChoice } from '../../ui/theme-choice.tsx'

export type ProfileProps = {
  name: string
  email: string
  /** Opens the profile modal. */
  onEdit: () => void
  onLogOut: () => void
  /** The settings can be opened. */
  hasLink: boolean
}

/** Current user, theme and account links. */
export function ProfileMenu({ name, email, onEdit, onLogOut, hasLink }: ProfileProps) {
  return (
    <>
      <div className="px-2.5 pt-1.5 pb-2">
        <p className="truncate font-medium">{name}</p>
        <p className="truncate text-sm text-muted">{email}</p>
      </div>
      <ThemeChoice />
      <MenuLine />
      <MenuButton needs={updateUser} onClick={onEdit}>
        <UserRound strokeWidth={1.75} aria-hidden="true" />
        Edit profile
      </MenuButton>
      {hasLink && (
        <MenuLink needs={updateUser} to="/settings/user-profile">
          <Settings strokeWidth={1.75} aria-hidden="true" />
          Account settings
        </MenuLink>
      )}
      <MenuButton onClick={onLogOut}>
        <LogOut strokeWidth={1.75} aria-hidden="true" />
        Log out
      </MenuButton>
    </>
  )
}
