import { createPaymentLink, deletePaymentLink, updatePaymentLink } from '@adire/contract/payment-links.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { CopyPlus, Pencil, QrCode, SlidersHorizontal } from 'lucide-react'
import { Suspense, useState } from 'react'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'

const EditChargeModal = lazyComponent(() => import('./edit-charge-modal.tsx').then((m) => m.EditChargeModal))

const DeleteLinkModal = lazyComponent(() => import('./delete-link-modal.tsx').then((m) => m.DeleteLinkModal))

/** Less common actions on a link: on its page, or in a row of the list with `onQrCode`. */
export function LinkActions({ link, onQrCode }: { link: PaymentLink; onQrCode?: () => void }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <ActionsMenu rowName={onQrCode && link.name}>
        {onQrCode && (
          <MenuButton onClick={onQrCode}>
            <QrCode strokeWidth={1.75} aria-hidden="true" />
            QR code
          </MenuButton>
        )}
        <MenuLink needs={updatePaymentLink} to={`/payment-link/${link.id}/edit`}>
          <SlidersHorizontal strokeWidth={1.75} aria-hidden="true" />
          Options and preview
        </MenuLink>
        <MenuButton needs={updatePaymentLink} onClick={() => setOpen('edit')}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit charge
        </MenuButton>
        <MenuLink needs={createPaymentLink} to={`/payment-link/new?copy=${link.id}`}>
          <CopyPlus strokeWidth={1.75} aria-hidden="true" />
          Duplicate
        </MenuLink>
        <MenuLine />
        <DeleteMenuButton needs={deletePaymentLink} onClick={() => setOpen('delete')} />
      </ActionsMenu>
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
