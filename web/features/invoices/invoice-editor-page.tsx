import { getCustomer } from '@adire/contract/customers.ts'
import { getInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { useLocation, useSearchParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { InvoiceEditor, invoicesBack } from './invoice-editor.tsx'
import { copiedInvoice, editedInvoice, itemisedInvoice, newInvoice, type SimpleInvoice } from './invoice-form.ts'

/** Form of a new invoice: empty, a copy of `?copy=`, or for the customer `?customer=`; or of the draft in `?invoice=`. */
export function InvoiceEditorPage() {
  const [params] = useSearchParams()
  const [draft, copied, customer] = ['invoice', 'copy', 'customer'].map((name) => params.get(name))
  if (draft) return <DraftEditor key={draft} id={draft} />
  if (copied) return <CopyEditor key={copied} id={copied} />
  if (customer) return <CustomerEditor key={customer} id={customer} />
  return <EmptyEditor key="new" />
}

/** Starts with the values from the simple form, if that led here. */
function EmptyEditor() {
  const given = useLocation().state as { simple?: SimpleInvoice } | null
  return <InvoiceEditor start={given?.simple ? itemisedInvoice(given.simple) : newInvoice()} />
}

function DraftEditor({ id }: { id: string }) {
  const draft = useCall(getInvoice, { id }, { staleTime: 0 })
  if (draft.data && !draft.isFetching && draft.data.status !== 'draft') return <NotADraft invoice={draft.data} />
  if (draft.data) return <InvoiceEditor draft={draft.data} start={editedInvoice(draft.data)} />
  return (
    <LoadError what="invoice" title="Edit invoice" back={invoicesBack} read={draft} deletable>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function CopyEditor({ id }: { id: string }) {
  const original = useCall(getInvoice, { id })
  if (original.data)
    return <InvoiceEditor start={copiedInvoice(original.data)} note={`Copy of ${original.data.number}`} />
  return (
    <LoadError what="invoice" title="New invoice" back={invoicesBack} read={original} deletable>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function CustomerEditor({ id }: { id: string }) {
  const customer = useCall(getCustomer, { id })
  if (customer.data) {
    const { email, firstName, lastName } = customer.data
    const customerName = [firstName, lastName].filter(Boolean).join(' ')
    return <InvoiceEditor start={newInvoice({ customerEmail: email, customerName })} />
  }
  return (
    <LoadError what="customer" title="New invoice" back={invoicesBack} read={customer}>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function NotADraft({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <PageHeader title={invoice.number} back={invoicesBack} />
      <Empty
        title="This invoice was sent"
        action={<LinkButton to={`/invoice_page/${invoice.id}`}>View invoice</LinkButton>}
      >
        You can’t change an invoice after it is sent. Cancel it and create a new one.
      </Empty>
    </>
  )
}
