import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Menu } from './menu.tsx'

type MoreMenuProps = { of?: string; className?: string | undefined; children: ReactNode }

/** Menu of the less common actions on the object of a page, or on `of` in a list. */
export const MoreMenu = ({ of, className = 'w-52', children }: MoreMenuProps) => (
  <Menu
    label={of === undefined ? 'More actions' : `More for ${of}`}
    className={className}
    buttonClassName={`${buttonClass({ tone: 'secondary' })} px-2.5! pointer-coarse:w-11`}
    button={<Ellipsis strokeWidth={1.75} aria-hidden="true" />}
  >
    {children}
  </Menu>
)
