import { deleteSplit, updateSplit } from '@adire/contract/splits.ts'
import type { SplitDetail } from '@adire/contract/splits-schemas.ts'
import { Pencil } from 'lucide-react'
import { useState } from 'react'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { MenuLine, MenuLink } from '../../ui/menu.tsx'
import { RowMenu } from '../../ui/row-menu.tsx'
import { DeleteSplitModal } from './delete-split-modal.tsx'

/** Menu of a split in the list that is not archived. */
export function SplitRowMenu({ split }: { split: SplitDetail }) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <RowMenu of={split.name} startsOpen>
        <MenuLink needs={updateSplit} to={`/split-payment-detail?id=${split.id}&edit=1`}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit
        </MenuLink>
        <MenuLine />
        <DeleteMenuButton needs={deleteSplit} onClick={() => setDeleting(true)} />
      </RowMenu>
      {isDeleting && <DeleteSplitModal split={split} onCancel={() => setDeleting(false)} />}
    </>
  )
}
