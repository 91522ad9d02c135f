import {
  cancelInvoice,
  createInvoice,
  deleteInvoice,
  getInvoice,
  getInvoiceTotals,
  listInvoices,
  openInvoiceStatuses,
  recordInvoicePayment,
  remindInvoice,
  sendInvoice,
  updateInvoice,
} from '@adire/contract/invoices.ts'
import type { Invoice, InvoiceRow } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { BellRing, CircleSlash, CopyPlus, Download, Eye, Pencil, Send } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useChange } from '../../client/api.ts'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { AllowedButton, AllowedLink } from '../../ui/allowed-button.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { DeleteMenuButton } from '../../ui/delete-menu-button.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'

const SendInvoiceModal = lazyComponent(() => import('./send-invoice-modal.tsx').then((m) => m.SendInvoiceModal))
const RecordPaymentModal = lazyComponent(() => import('./record-payment-modal.tsx').then((m) => m.RecordPaymentModal))

const everything = [getInvoice, listInvoices, getInvoiceTotals]

/** Actions that the invoice's status allows, most common first. `?send=1` opens the review before sending. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<'record' | 'cancel' | 'delete'>()
  const close = () => setOpen(undefined)
  const isDraft = invoice.status === 'draft'
  const isOpen = openInvoiceStatuses.includes(invoice.status)
  const look = (isPreviewOpen: boolean) => setParams(isPreviewOpen ? { send: '1' } : {}, { replace: !isPreviewOpen })
  return (
    <>
      {isDraft && (
        <AllowedLink
          needs={updateInvoice}
          to={`/add-item-form?invoice=${invoice.id}`}
          tone="secondary"
          icon={<Pencil strokeWidth={1.75} aria-hidden="true" />}
        >
          Edit
        </AllowedLink>
      )}
      {(isDraft || isOpen) && (
        <AllowedButton
          needs={sendInvoice}
          tone={isDraft ? 'primary' : 'secondary'}
          icon={<Send strokeWidth={1.75} aria-hidden="true" />}
          onClick={() => look(true)}
        >
          {isDraft ? 'Review and send' : 'Send again'}
        </AllowedButton>
      )}
      {isOpen && (
        <AllowedButton needs={recordInvoicePayment} onClick={() => setOpen('record')}>
          Record a payment
        </AllowedButton>
      )}
      {!isDraft && (
        <a href={invoice.pdfUrl} className={buttonClass({ tone: 'secondary' })} download>
          <Download strokeWidth={1.75} aria-hidden="true" />
          PDF
        </a>
      )}
      <MoreActions invoice={invoice} onOpen={setOpen} />
      <Suspense fallback={<FullLoader />}>
        {params.has('send') && (isDraft || isOpen) && (
          <SendInvoiceModal invoice={invoice} onClose={() => look(false)} />
        )}
        {open === 'record' && <RecordPaymentModal invoice={invoice} onClose={close} />}
      </Suspense>
      <CancelModal invoice={invoice} open={open === 'cancel'} onClose={close} />
      <DeleteModal invoice={invoice} open={open === 'delete'} onClose={close} />
    </>
  )
}

type MoreActionsProps = {
  invoice: InvoiceRow
  isRow?: boolean
  onOpen: (what: 'cancel' | 'delete') => void
}

/** Menu of an invoice in the list. */
export function InvoiceRowMenu({ invoice }: { invoice: InvoiceRow }) {
  const [open, setOpen] = useState<'cancel' | 'delete'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <MoreActions invoice={invoice} isRow onOpen={setOpen} />
      {open === 'cancel' && <CancelModal invoice={invoice} open onClose={close} />}
      {open === 'delete' && <DeleteModal invoice={invoice} open onClose={close} />}
    </>
  )
}

function MoreActions({ invoice, isRow, onOpen }: MoreActionsProps) {
  const remind = useChange(remindInvoice, {
    refresh: everything,
    success: `Reminder sent to ${invoice.customerEmail}`,
  })
  const isOpen = openInvoiceStatuses.includes(invoice.status)
  const mayDelete = invoice.status === 'draft' || invoice.status === 'cancelled'
  const items = (
    <>
      {isRow && (
        <MenuLink to={`/invoice_page/${invoice.id}`}>
          <Eye strokeWidth={1.75} aria-hidden="true" />
          View details
        </MenuLink>
      )}
      <MenuLink needs={createInvoice} to={`/add-item-form?copy=${invoice.id}`}>
        <CopyPlus strokeWidth={1.75} aria-hidden="true" />
        Duplicate
      </MenuLink>
      {isOpen && (
        <>
          <MenuButton needs={remindInvoice} onClick={() => remind.mutate({ id: invoice.id })}>
            <BellRing strokeWidth={1.75} aria-hidden="true" />
            Send a reminder
          </MenuButton>
          <MenuLine />
          <MenuButton needs={cancelInvoice} onClick={() => onOpen('cancel')} className="text-bad! hover:bg-bad-soft!">
            <CircleSlash strokeWidth={1.75} aria-hidden="true" />
            Cancel invoice
          </MenuButton>
        </>
      )}
      {mayDelete && (
        <>
          <MenuLine />
          <DeleteMenuButton needs={deleteInvoice} onClick={() => onOpen('delete')} />
        </>
      )}
    </>
  )
  return <ActionsMenu rowName={isRow ? invoice.number : undefined}>{items}</ActionsMenu>
}

type EndModalProps = { invoice: InvoiceRow; open: boolean; onClose: () => void }

function CancelModal({ invoice, open, onClose }: EndModalProps) {
  const cancel = useChange(cancelInvoice, {
    refresh: everything,
    success: `${invoice.number} is cancelled`,
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open={open}
      title="Cancel this invoice?"
      action="Cancel invoice"
      onCancel={onClose}
      onConfirm={() => cancel.mutate({ id: invoice.id })}
      busy={cancel.isPending}
    >
      {invoice.customerName ?? invoice.customerEmail} can no longer pay it. This cannot be undone.
      {invoice.paidKobo > 0 && ` You keep the ${formatNaira(invoice.paidKobo)} already paid.`}
    </ConfirmModal>
  )
}

function DeleteModal({ invoice, open, onClose }: EndModalProps) {
  const navigate = useNavigate()
  const remove = useChange(deleteInvoice, {
    refresh: [listInvoices, getInvoiceTotals],
    success: `${invoice.number} was deleted`,
    onDone: () => navigate('/invoice', { replace: true }),
  })
  return (
    <ConfirmModal
      open={open}
      title="Delete this invoice?"
      action="Delete"
      onCancel={onClose}
      onConfirm={() => remove.mutate({ id: invoice.id })}
      busy={remove.isPending}
    >
      {invoice.status === 'draft'
        ? 'The draft will be deleted permanently. It was not sent to anyone.'
        : 'It will be removed from your list. Its payments stay in your transactions.'}
    </ConfirmModal>
  )
}
