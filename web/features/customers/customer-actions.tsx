import {
  exportCustomer,
  getCustomer,
  isErasedEmail,
  listCustomers,
  unblacklistCustomer,
} from '@adire/contract/customers.ts'
import type { Customer } from '@adire/contract/customers-schemas.ts'
import { Ban, Download, Pencil, Repeat, ShieldCheck, UserX } from 'lucide-react'
import { Suspense, useState } from 'react'
import { callWithFallback, useChange } from '../../client/api.ts'
import { useSession } from '../../client/session.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { lazyComponent } from '../../ui/chunk.ts'
import { FullLoader } from '../../ui/full-loader.tsx'
import { MenuButton, MenuLine } from '../../ui/menu.tsx'
import { MoreMenu } from '../../ui/more-menu.tsx'
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

/** Actions on a customer: a button for the common one, a menu for the rest. */
export function CustomerActions({ customer }: { customer: Customer }) {
  const [open, setOpen] = useState<'request' | 'subscribe' | 'update' | 'blacklist' | 'erase'>()
  const handOver = useHandOver(customer)
  const unblacklist = useChange(unblacklistCustomer, {
    refresh: [getCustomer, listCustomers],
    success: 'The customer can pay you again',
  })
  const close = () => setOpen(undefined)
  if (isErasedEmail(customer.email)) return null
  const isBlacklisted = customer.status === 'blacklisted'
  return (
    <>
      {!isBlacklisted && (
        <>
          <Button onClick={() => setOpen('request')}>Request payment</Button>
          <LinkButton to={`/add-item-form?customer=${customer.id}`} tone="secondary">
            Create invoice
          </LinkButton>
        </>
      )}
      <MoreMenu className="w-64">
        {!isBlacklisted && (
          <MenuButton onClick={() => setOpen('subscribe')}>
            <Repeat strokeWidth={1.75} aria-hidden="true" />
            Add subscription
          </MenuButton>
        )}
        <MenuButton onClick={() => setOpen('update')}>
          <Pencil strokeWidth={1.75} aria-hidden="true" />
          Edit
        </MenuButton>
        {isBlacklisted ? (
          <MenuButton onClick={() => unblacklist.mutate({ id: customer.id })}>
            <ShieldCheck strokeWidth={1.75} aria-hidden="true" />
            Remove from blacklist
          </MenuButton>
        ) : (
          <MenuButton onClick={() => setOpen('blacklist')}>
            <Ban strokeWidth={1.75} aria-hidden="true" />
            Blacklist
          </MenuButton>
        )}
        <MenuButton onClick={handOver}>
          <Download strokeWidth={1.75} aria-hidden="true" />
          Download customer data
        </MenuButton>
        <MenuLine />
        <MenuButton onClick={() => setOpen('erase')} className="text-bad! hover:bg-bad-soft!">
          <UserX strokeWidth={1.75} aria-hidden="true" />
          Erase
        </MenuButton>
      </MoreMenu>
      <Suspense fallback={<FullLoader />}>
        {open === 'request' && <RequestPaymentModal customer={customer} onClose={close} />}
        {open === 'subscribe' && (
          <AddSubscriptionModal
            customer={{ id: customer.id, email: customer.email, name: customerName(customer) }}
            onClose={close}
          />
        )}
        {open === 'update' && <UpdateCustomerModal customer={customer} onClose={close} />}
        {open === 'blacklist' && <BlacklistModal customer={customer} onClose={close} />}
        {open === 'erase' && <EraseModal customer={customer} onClose={close} />}
      </Suspense>
    </>
  )
}

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
