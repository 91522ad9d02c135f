import { Trash2 } from 'lucide-react'
import type { Denied } from './denial.ts'
import { MenuButton } from './menu.tsx'

/** Menu button that opens the dialog to delete the object of the page. */
export const DeleteMenuButton = ({ onClick, ...denial }: { onClick: () => void } & Denied) => (
  <MenuButton onClick={onClick} {...denial} className="text-bad! hover:bg-bad-soft!">
    <Trash2 strokeWidth={1.75} aria-hidden="true" />
    Delete
  </MenuButton>
)
