import { messages } from '@adire/contract/messages.ts'
import { deletePaymentLink, listPaymentLinks, type PaymentLink } from '@adire/contract/payment-links.ts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../api.ts'
import { buttonClass } from '../../ui/button.tsx'
import { chunk } from '../../ui/chunk.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { Menu, MenuButton, MenuLine } from '../../ui/menu.tsx'

const EditChargeModal = lazy(() =>
  chunk(() => import('./edit-charge-modal.tsx').then((m) => ({ default: m.EditChargeModal }))),
)

/** What one seldom does to a link. */
export function LinkActions({ link }: { link: PaymentLink }) {
  const [open, setOpen] = useState<'edit' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu
        label="More actions"
        className="w-44"
        buttonClassName={`${buttonClass({ tone: 'secondary' })} px-2.5! pointer-coarse:w-11`}
        button={<Ellipsis strokeWidth={1.75} aria-hidden="true" />}
      >
        <MenuButton onClick={() => setOpen('edit')}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit charge
        </MenuButton>
        <MenuLine />
        <MenuButton onClick={() => setOpen('delete')} className="text-bad! hover:bg-bad-soft!">
          <Trash2 strokeWidth={1.75} aria-hidden="true" />
          Delete
        </MenuButton>
      </Menu>
      {open === 'edit' && (
        <Suspense fallback={<FullLoader />}>
          <EditChargeModal link={link} onClose={close} />
        </Suspense>
      )}
      <DeleteModal link={link} open={open === 'delete'} onCancel={close} />
    </>
  )
}

type DeleteModalProps = { link: PaymentLink; open: boolean; onCancel: () => void }

/** Says what becomes of the address and of the payments. */
function DeleteModal({ link, open, onCancel }: DeleteModalProps) {
  const navigate = useNavigate()
  const remove = useChange(deletePaymentLink, {
    refresh: [listPaymentLinks],
    success: messages.paymentLinkDeleted,
    onDone: () => navigate('/payment-link', { replace: true }),
  })
  return (
    <ConfirmModal
      open={open}
      title="Delete this payment link?"
      action="Delete"
      onCancel={onCancel}
      onConfirm={() => remove.mutate({ id: link.id })}
      busy={remove.isPending}
    >
      Whoever opens “{link.name}” from now on finds a closed page.
      {link.payments > 0 && ' The payments it brought stay in your transactions.'}
    </ConfirmModal>
  )
}
