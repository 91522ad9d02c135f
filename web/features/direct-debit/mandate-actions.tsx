import {
  cancelMandate,
  deleteMandate,
  getDebitCalendar,
  getMandate,
  getMandateStatus,
  listDebits,
  listMandates,
  scheduleDebit,
  sendMandate,
  updateMandate,
} from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { Banknote, CircleSlash, Pencil, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { SimulateButton } from '../../domain/simulate-button.tsx'
import { ActionButton } from '../../ui/action-button.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { CancelMandateModal } from './cancel-mandate-modal.tsx'
import { customerOf } from './mandate-words.ts'
import { type MandateAction, useAction } from './use-action.ts'

const DebitModal = lazyComponent(() => import('./debit-modal.tsx').then((module) => module.DebitModal))

/** Endpoints that show something else once a mandate is cancelled. */
export const refreshedByCancelling = [getMandate, getMandateStatus, listDebits, listMandates, getDebitCalendar]

type MandateActionsProps = { mandate: Mandate; cancel: MandateAction<typeof cancelMandate>; isRow?: boolean }

/** Menu of a mandate in the list. */
export function MandateRowMenu({ mandate }: { mandate: Mandate }) {
  const cancel = useAction(cancelMandate, refreshedByCancelling, `The mandate of ${customerOf(mandate)} is cancelled`)
  return <MandateActions mandate={mandate} cancel={cancel} isRow />
}

/** Actions that the mandate's status allows, most common first, on its page or in the menu of a row. */
export function MandateActions({ mandate, cancel, isRow = false }: MandateActionsProps) {
  const [open, setOpen] = useState<'delete' | 'debit' | 'cancel'>()
  const close = () => setOpen(undefined)
  const may = (what: Mandate['allowed'][number]) => mandate.allowed.includes(what)
  const common = (
    <>
      {may('edit') && (
        <ActionButton
          needs={updateMandate}
          isRow={isRow}
          to={`/directDebit/${mandate.slug}/edit`}
          tone="secondary"
          icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
        >
          Edit
        </ActionButton>
      )}
      {may('send') && <SendButton mandate={mandate} isRow={isRow} />}
      {may('debit') && (
        <ActionButton
          needs={scheduleDebit}
          isRow={isRow}
          icon={<Banknote strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => setOpen('debit')}
        >
          Debit
        </ActionButton>
      )}
    </>
  )
  const mayEnd = may('cancel') || may('delete')
  return (
    <>
      {!isRow && mandate.consentUrl && <SimulateButton kind="mandate" id={mandate.id} />}
      {!isRow && common}
      {(isRow || mayEnd) && (
        <ActionsMenu rowName={isRow ? customerOf(mandate) : undefined} startsOpen>
          {isRow && common}
          {isRow && mayEnd && mandate.allowed.length > 1 && <MenuLine />}
          {may('cancel') && (
            <MenuButton
              needs={cancelMandate}
              onClick={() => setOpen('cancel')}
              className="text-bad! hover:bg-bad-soft!"
            >
              <CircleSlash strokeWidth={1.75} aria-hidden="true" />
              Cancel mandate
            </MenuButton>
          )}
          {may('delete') && <DeleteMenuButton needs={deleteMandate} onClick={() => setOpen('delete')} />}
        </ActionsMenu>
      )}
      <Suspense fallback={<FullLoader />}>
        {open === 'debit' && <DebitModal mandate={mandate} onClose={close} />}
      </Suspense>
      {open === 'cancel' && !cancel.success && <CancelMandateModal mandate={mandate} cancel={cancel} onClose={close} />}
      <DeleteModal mandate={mandate} open={open === 'delete'} onClose={close} isRow={isRow} />
    </>
  )
}

function SendButton({ mandate: { id, status }, isRow }: { mandate: Mandate; isRow: boolean }) {
  const isDraft = status === 'draft'
  const send = useChange(sendMandate, {
    refresh: [getMandate, getMandateStatus, listMandates],
    success: ({ customerEmail }) => `${customerEmail} was asked for consent`,
  })
  return (
    <ActionButton
      needs={sendMandate}
      isRow={isRow}
      tone={isDraft ? 'primary' : 'secondary'}
      icon={<Send strokeWidth={1.75} aria-hidden="true" />}
      busy={send.isPending}
      onClick={() => send.mutate({ id })}
    >
      {isDraft ? 'Send to customer' : 'Send again'}
    </ActionButton>
  )
}

type DeleteModalProps = { mandate: Mandate; open: boolean; onClose: () => void; isRow: boolean }

function DeleteModal({ mandate, open, onClose, isRow }: DeleteModalProps) {
  const navigate = useNavigate()
  const remove = useChange(deleteMandate, {
    refresh: [listMandates],
    success: `${mandate.reference} was deleted`,
    onDone: () => (isRow ? onClose() : navigate('/directDebit', { replace: true })),
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
