import type { ReactNode } from 'react'
import { AllowedButton, AllowedLink } from './allowed-button.tsx'
import type { Denied } from './denial.ts'
import { MenuButton, MenuLink } from './menu.tsx'

type ActionButtonProps = {
  /** Whether it is an entry in the menu of a row, instead of a button on the page of the object. */
  isRow: boolean
  tone?: 'primary' | 'secondary'
  icon: ReactNode
  disabled?: boolean
  busy?: boolean
  children: ReactNode
} & Denied &
  ({ onClick: () => void; to?: undefined } | { to: string; onClick?: undefined })

/** One of the common actions on an object: a button on its page, an entry of the menu in a row of a list. */
export function ActionButton({
  isRow,
  tone,
  icon,
  disabled,
  busy,
  needs,
  denied,
  to,
  onClick,
  children,
}: ActionButtonProps) {
  if (to !== undefined)
    return isRow ? (
      <MenuLink to={to} needs={needs} denied={denied}>
        {icon}
        {children}
      </MenuLink>
    ) : (
      <AllowedLink to={to} tone={tone} icon={icon} needs={needs} denied={denied}>
        {children}
      </AllowedLink>
    )
  return isRow ? (
    <MenuButton disabled={disabled} needs={needs} denied={denied} onClick={onClick}>
      {icon}
      {children}
    </MenuButton>
  ) : (
    <AllowedButton
      tone={tone}
      icon={icon}
      disabled={disabled}
      needs={needs}
      denied={denied}
      busy={busy}
      onClick={onClick}
    >
      {children}
    </AllowedButton>
  )
}
