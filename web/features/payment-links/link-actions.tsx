import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { CopyPlus, Pencil, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyComponent } from '../../ui/chunk.ts'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'

const EditChargeModal = lazyComponent(() => import('./edit-charge-modal.tsx').then((m) => m.EditChargeModal))

const DeleteLinkModal = lazyComponent(() => import('./delete-link-modal.tsx').then((m) => m.DeleteLinkModal))

/** Less common actions on a link. */
export function LinkActions({ link }: { link: PaymentLink }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <MoreMenu>
        <MenuLink to={`/payment-link/${link.id}/edit`}>
          <SlidersHorizontal strokeWidth={1.75} aria-hidden="true" />
          Options and preview
        </MenuLink>
        <MenuButton onClick={() => setOpen('edit')}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit charge
        </MenuButton>
        <MenuLink to={`/payment-link/new?copy=${link.id}`}>
          <CopyPlus strokeWidth={1.75} aria-hidden="true" />
          Duplicate
        </MenuLink>
        <MenuLine />
        <DeleteMenuButton onClick={() => setOpen('delete')} />
      </MoreMenu>
      {open === 'edit' && (
        <Suspense fallback={<FullLoader />}>
          <EditChargeModal link={link} onClose={close} />
        </Suspense>
      )}
      {open === 'delete' && (
        <Suspense fallback={<FullLoader />}>
          <DeleteLinkModal link={link} onCancel={close} />
        </Suspense>
      )}
    </>
  )
}
