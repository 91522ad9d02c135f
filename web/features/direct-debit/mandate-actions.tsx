import {
  type cancelMandate,
  deleteMandate,
  getMandate,
  getMandateStatus,
  listMandates,
  sendMandate,
} from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { Banknote, CircleSlash, Pencil, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { MenuButton } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { CancelMandateModal } from './cancel-mandate-modal.tsx'
import type { MandateAction } from './use-action.ts'

const DebitModal = lazyComponent(() => import('./debit-modal.tsx').then((module) => module.DebitModal))

type Open = 'delete' | 'debit' | 'cancel'
type MandateActionsProps = { mandate: Mandate; cancel: MandateAction<typeof cancelMandate> }

/** Actions that the mandate's status allows, most common first. */
export function MandateActions({ mandate, cancel }: MandateActionsProps) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const may = (what: Mandate['allowed'][number]) => mandate.allowed.includes(what)
  return (
    <>
      {mandate.consentUrl && <SimulateButton kind="mandate" id={mandate.id} />}
      {may('edit') && (
        <LinkButton
          to={`/directDebit/${mandate.slug}/edit`}
          tone="secondary"
          icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
        >
          Edit
        </LinkButton>
      )}
      {may('send') && <SendButton mandate={mandate} />}
      {may('debit') && (
        <Button icon={<Banknote strokeWidth={1.75} aria-hidden="true" />} onClick={() => setOpen('debit')}>
          Debit
        </Button>
      )}
      {(may('cancel') || may('delete')) && (
        <MoreMenu>
          {may('cancel') && (
            <MenuButton onClick={() => setOpen('cancel')} className="text-bad! hover:bg-bad-soft!">
              <CircleSlash strokeWidth={1.75} aria-hidden="true" />
              Cancel mandate
            </MenuButton>
          )}
          {may('delete') && <DeleteMenuButton onClick={() => setOpen('delete')} />}
        </MoreMenu>
      )}
      <Suspense fallback={<FullLoader />}>
        {open === 'debit' && <DebitModal mandate={mandate} onClose={close} />}
      </Suspense>
      {open === 'cancel' && !cancel.success && <CancelMandateModal mandate={mandate} cancel={cancel} onClose={close} />}
      <DeleteModal mandate={mandate} open={open === 'delete'} onClose={close} />
    </>
  )
}

function SendButton({ mandate: { id, status } }: { mandate: Mandate }) {
  const isDraft = status === 'draft'
  const send = useChange(sendMandate, {
    refresh: [getMandate, getMandateStatus, listMandates],
    success: ({ customerEmail }) => `${customerEmail} was asked for consent`,
  })
  return (
    <Button
      tone={isDraft ? 'primary' : 'secondary'}
      icon={<Send strokeWidth={1.75} aria-hidden="true" />}
      busy={send.isPending}
      onClick={() => send.mutate({ id })}
    >
      {isDraft ? 'Send to customer' : 'Send again'}
    </Button>
  )
}

function DeleteModal({ mandate, open, onClose }: { mandate: Mandate; open: boolean; onClose: () => void }) {
  const navigate = useNavigate()
  const remove = useChange(deleteMandate, {
    refresh: [listMandates],
    success: `${mandate.reference} was deleted`,
    onDone: () => navigate('/directDebit', { replace: true }),
  })
  return (
    <ConfirmModal
      open={open}
      title="Delete this mandate?"
      action="Delete"
      onCancel={onClose}
      onConfirm={() => remove.mutate({ id: mandate.id })}
      busy={remove.isPending}
    >
      The draft will be deleted permanently. Only you have seen it.
    </ConfirmModal>
  )
}
