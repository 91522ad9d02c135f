import { initialiseCharge } from '@adire/contract/charges.ts'
import {
  blacklistCustomer,
  eraseCustomer,
  exportCustomer,
  getCustomer,
  isErasedEmail,
  listCustomers,
  unblacklistCustomer,
  updateCustomer,
} from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import { createInvoice } from '@adire/contract/invoices.ts'
import { createSubscription } from '@adire/contract/subscription-actions.ts'
import { Ban, Download, Eye, FileText, Link2, Pencil, Repeat, ShieldCheck, UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { callWithFallback, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { ActionsMenu } from '../../ui/actions-menu.tsx'
import { FullLoader } from '../../ui/full-loader.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MenuButton, MenuLine, MenuLink } from '../../ui/menu.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'
import { customerName } from './customer-name.ts'

const RequestPaymentModal = lazyComponent(() =>
  import('./request-payment-modal.tsx').then((m) => m.RequestPaymentModal),
)
const AddSubscriptionModal = lazyComponent(() =>
  import('../../domain/add-subscription-modal.tsx').then((m) => m.AddSubscriptionModal),
)
const UpdateCustomerModal = lazyComponent(() => import('./customer-form-modal.tsx').then((m) => m.UpdateCustomerModal))
const BlacklistModal = lazyComponent(() => import('./customer-end-modals.tsx').then((m) => m.BlacklistModal))
const EraseModal = lazyComponent(() => import('./customer-end-modals.tsx').then((m) => m.EraseModal))

type OpenModal = 'request' | 'subscribe' | 'update' | 'blacklist' | 'erase'

/** Actions on a customer: on their page buttons for the common ones and a menu for the rest, in a row of the list a menu. */
export function CustomerActions({ customer, isRow = false }: { customer: Customer; isRow?: boolean }) {
  const [open, setOpen] = useState<OpenModal>()
  const handOver = useHandOver(customer)
  if (isErasedEmail(customer.email)) return null
  const isBlacklisted = customer.status === 'blacklisted'
  const request = !isBlacklisted && (
    <ActionButton
      needs={initialiseCharge}
      isRow={isRow}
      icon={isRow && <Link2 strokeWidth={1.75} aria-hidden="true" />}
      onClick={() => setOpen('request')}
    >
      Request payment
    </ActionButton>
  )
  const invoice = !isBlacklisted && (
    <ActionButton
      needs={createInvoice}
      isRow={isRow}
      tone="secondary"
      to={`/add-item-form?customer=${customer.id}`}
      icon={isRow && <FileText strokeWidth={1.75} aria-hidden="true" />}
    >
      Create invoice
    </ActionButton>
  )
  return (
    <>
      {!isRow && request}
      <ActionsMenu rowName={isRow ? customerName(customer) : undefined} className="w-64" beside={invoice}>
        {isRow && (
          <>
            <MenuLink to={`/customers/${customer.id}`}>
              <Eye strokeWidth={1.75} aria-hidden="true" />
              View details
            </MenuLink>
            {request}
            {invoice}
          </>
        )}
        {!isBlacklisted && (
          <MenuButton needs={createSubscription} onClick={() => setOpen('subscribe')}>
            <Repeat strokeWidth={1.75} aria-hidden="true" />
            Add subscription
          </MenuButton>
        )}
        <MenuButton needs={updateCustomer} onClick={() => setOpen('update')}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit
        </MenuButton>
        <BlacklistButton customer={customer} onBlacklist={() => setOpen('blacklist')} />
        <MenuButton needs={exportCustomer} onClick={handOver}>
          <Download strokeWidth={1.75} aria-hidden="true" />
          Download customer data
        </MenuButton>
        <MenuLine />
        <MenuButton needs={eraseCustomer} onClick={() => setOpen('erase')} className="text-bad! hover:bg-bad-soft!">
          <UserX strokeWidth={1.75} aria-hidden="true" />
          Erase
        </MenuButton>
      </ActionsMenu>
      <CustomerModal open={open} customer={customer} onClose={() => setOpen(undefined)} />
    </>
  )
}

type BlacklistButtonProps = { customer: Customer; onBlacklist: () => void }

/** Menu button that opens the dialog to blacklist a customer, or takes the customer off the blacklist. */
function BlacklistButton({ customer: { id, status }, onBlacklist }: BlacklistButtonProps) {
  const unblacklist = useChange(unblacklistCustomer, {
    refresh: [getCustomer, listCustomers],
    success: 'The customer can pay you again',
  })
  return status === 'blacklisted' ? (
    <MenuButton needs={unblacklistCustomer} onClick={() => unblacklist.mutate({ id })}>
      <ShieldCheck strokeWidth={1.75} aria-hidden="true" />
      Remove from blacklist
    </MenuButton>
  ) : (
    <MenuButton needs={blacklistCustomer} onClick={onBlacklist}>
      <Ban strokeWidth={1.75} aria-hidden="true" />
      Blacklist
    </MenuButton>
  )
}

type CustomerModalProps = { open: OpenModal | undefined; customer: Customer; onClose: () => void }

const CustomerModal = ({ open, customer, onClose }: CustomerModalProps) => (
  <Suspense fallback={<FullLoader />}>
    {open === 'request' && <RequestPaymentModal customer={customer} onClose={onClose} />}
    {open === 'subscribe' && (
      <AddSubscriptionModal
        customer={{ id: customer.id, email: customer.email, name: customerName(customer) }}
        onClose={onClose}
      />
    )}
    {open === 'update' && <UpdateCustomerModal customer={customer} onClose={onClose} />}
    {open === 'blacklist' && <BlacklistModal customer={customer} onClose={onClose} />}
    {open === 'erase' && <EraseModal customer={customer} onClose={onClose} />}
  </Suspense>
)

/** Exports the customer's personal data as a file, for a data access request. */
function useHandOver({ id }: Customer) {
  const { mode, merchantId } = useSession()
  return () =>
    callWithFallback(exportCustomer, { id }, { mode, merchantId }).then(
      (exported) => {
        saveFile('customer.json', JSON.stringify(exported, null, 2), 'application/json')
        toast.success('The file is saved')
      },
      (error: Error) => toast.error(error.message),
    )
}
