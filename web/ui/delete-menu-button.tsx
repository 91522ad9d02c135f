import { Trash2 } from 'lucide-react'
import type { Denied } from './allowed-button.tsx'
import { MenuButton } from './menu.tsx'

/** Menu button that opens the dialog to delete the object of the page. */
export const DeleteMenuButton = ({ onClick, denied }: { onClick: () => void } & Denied) => (
  <MenuButton onClick={onClick} denied={denied} className="text-bad! hover:bg-bad-soft!">
    <Trash2 strokeWidth={1.75} aria-hidden="true" />
    Delete
  </MenuButton>
)
