import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from './button.tsx'
import { Menu } from './menu.tsx'

/** Menu of the less common actions on the object of a page. */
export const MoreMenu = ({ className = 'w-52', children }: { className?: string | undefined; children: ReactNode }) => (
  <Menu
    label="More actions"
    className={className}
    buttonClassName={`${buttonClass({ tone: 'secondary' })} px-2.5! pointer-coarse:w-11`}
    button={<Ellipsis strokeWidth={1.75} aria-hidden="true" />}
  >
    {children}
  </Menu>
)
