import type { ReactNode } from 'react'
import { MoreMenu } from './more-menu.tsx'
import { RowMenu } from './row-menu.tsx'

type ActionsMenuProps = {
  /** Name of the row of a list; without it the menu is on the page of the object. */
  rowName: string | undefined
  className?: string | undefined
  /** Opens the menu of a row when it is first shown. */
  startsOpen?: boolean
  children: ReactNode
}

/** Menu of actions on an object: the less common ones on its page, all of them in a row of a list. */
export function ActionsMenu({ rowName, className, startsOpen, children }: ActionsMenuProps) {
  return rowName === undefined ? (
    <MoreMenu className={className}>{children}</MoreMenu>
  ) : (
    <RowMenu of={rowName} className={className} startsOpen={startsOpen}>
      {children}
    </RowMenu>
  )
}
