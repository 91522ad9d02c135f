import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'
import { MenuButton, MenuLink } from './menu.tsx'

type ActionButtonProps = {
  /** In the menu of a row instead of on the page of the object. */
  isRow: boolean
  tone?: 'primary' | 'secondary'
  icon: ReactNode
  disabled?: boolean
  busy?: boolean
  children: ReactNode
} & ({ onClick: () => void; to?: undefined } | { to: string; onClick?: undefined })

/** One of the common actions on an object: a button on its page, an entry of the menu in a row of a list. */
export function ActionButton({ isRow, tone, icon, disabled, busy, to, onClick, children }: ActionButtonProps) {
  if (to !== undefined)
    return isRow ? (
      <MenuLink to={to}>
        {icon}
        {children}
      </MenuLink>
    ) : (
      <LinkButton to={to} tone={tone} icon={icon}>
        {children}
      </LinkButton>
    )
  return isRow ? (
    <MenuButton disabled={disabled} onClick={onClick}>
      {icon}
      {children}
    </MenuButton>
  ) : (
    <Button tone={tone} icon={icon} disabled={disabled} busy={busy} onClick={onClick}>
      {children}
    </Button>
  )
}
