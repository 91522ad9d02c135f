import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu } from './menu.tsx'

export const rowMenuButton =
  'inline-flex size-9 -my-1 rows:-mr-2 items-center justify-center rounded-md text-ink-2 hover:bg-neutral-soft hover:text-ink ' +
  'pointer-coarse:size-11 [&_svg]:size-[18px]'

type RowMenuProps = {
  /** Names the row: "Actions for Ada Obi". */
  of: string
  className?: string | undefined
  /** Opens the menu when it is first shown. */
  startsOpen?: boolean | undefined
  children: ReactNode
}

/** Menu of the actions on a row. */
export const RowMenu = ({ of, className = 'w-52', startsOpen, children }: RowMenuProps) => (
  <Menu
    label={`Actions for ${of}`}
    className={className}
    startsOpen={startsOpen}
    buttonClassName={rowMenuButton}
    button={<EllipsisVertical strokeWidth={1.75} aria-hidden="true" />}
  >
    {children}
  </Menu>
)
