import type { ReactNode } from 'react'
import { KeptTogether } from './kept-together.tsx'
import { MoreMenu } from './more-menu.tsx'
import { RowMenu } from './row-menu.tsx'

type ActionsMenuProps = {
  /** Name of the row of a list; without it the menu is on the page of the object. */
  rowName: string | undefined
  className?: string | undefined
  /** Opens the menu of a row when it is first shown. */
  startsOpen?: boolean
  /** Buttons on the page of the object that stay in one line with the menu where not all actions fit. */
  beside?: ReactNode
  children: ReactNode
}

/** Menu of actions on an object: the less common ones on its page, all of them in a row of a list. */
export function ActionsMenu({ rowName, className, startsOpen, beside, children }: ActionsMenuProps) {
  if (rowName !== undefined)
    return (
      <RowMenu of={rowName} className={className} startsOpen={startsOpen}>
        {children}
      </RowMenu>
    )
  const menu = <MoreMenu className={className}>{children}</MoreMenu>
  if (!beside) return menu
  return (
    <KeptTogether>
      {beside}
      {menu}
    </KeptTogether>
  )
}
