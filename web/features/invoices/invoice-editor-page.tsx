import { getCustomer } from '@adire/contract/customers.ts'
import { getInvoiceNumbering } from '@adire/contract/invoice-numbers.ts'
import { createInvoice, getInvoice, getInvoiceTotals, listInvoices, updateInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useCall, useChange } from '../../client/api.ts'
import { CustomerFields } from '../../domain/customer-fields.tsx'
import { InvoiceDocument } from '../../domain/invoice-document.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FieldNote } from '../../ui/field.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { buildInvoiceDocument } from './build-invoice-document.ts'
import {
  copiedInvoice,
  editedInvoice,
  type InvoiceForm,
  type InvoiceStart,
  type InvoiceValues,
  newInvoice,
  totalError,
  useInvoiceForm,
} from './invoice-form.ts'
import { LineItems } from './line-items.tsx'
import { NumberField } from './number-field.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { TermsFields } from './terms-fields.tsx'

const back = { to: '/invoice', label: 'Invoices' }

/** Form of a new invoice: empty, a copy of `?copy=`, or for the customer `?customer=`; or of the draft in `?invoice=`. */
export function InvoiceEditorPage() {
  const [params] = useSearchParams()
  const [draft, copied, customer] = ['invoice', 'copy', 'customer'].map((name) => params.get(name))
  if (draft) return <DraftEditor key={draft} id={draft} />
  if (copied) return <CopyEditor key={copied} id={copied} />
  if (customer) return <CustomerEditor key={customer} id={customer} />
  return <Editor key="new" start={newInvoice()} />
}

function DraftEditor({ id }: { id: string }) {
  const draft = useCall(getInvoice, { id }, { staleTime: 0 })
  if (draft.data && !draft.isFetching && draft.data.status !== 'draft') return <NotADraft invoice={draft.data} />
  if (draft.data) return <Editor draft={draft.data} start={editedInvoice(draft.data)} />
  return (
    <LoadError what="invoice" title="Edit invoice" back={back} read={draft}>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function CopyEditor({ id }: { id: string }) {
  const original = useCall(getInvoice, { id })
  if (original.data) return <Editor start={copiedInvoice(original.data)} note={`Copy of ${original.data.number}`} />
  return (
    <LoadError what="invoice" title="New invoice" back={back} read={original}>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function CustomerEditor({ id }: { id: string }) {
  const customer = useCall(getCustomer, { id })
  if (customer.data) {
    const { email, firstName, lastName } = customer.data
    const customerName = [firstName, lastName].filter(Boolean).join(' ')
    return <Editor start={newInvoice({ customerEmail: email, customerName })} />
  }
  return (
    <LoadError what="customer" title="New invoice" back={back} read={customer}>
      <DetailSkeleton rows={10} />
    </LoadError>
  )
}

function NotADraft({ invoice }: { invoice: Invoice }) {
  return (
    <>
      <PageHeader title={invoice.number} back={back} />
      <Empty
        title="This invoice was sent"
        action={<LinkButton to={`/invoice_page/${invoice.id}`}>View invoice</LinkButton>}
      >
        You can’t change an invoice after it is sent. Cancel it and create a new one.
      </Empty>
    </>
  )
}

type EditorProps = { draft?: Invoice; start: InvoiceStart; note?: string }

function Editor({ draft, start, note }: EditorProps) {
  const { invoiceForm, saveAnd, error } = useEditor(draft, start)
  const { onSubmit, submitError, form, field, errorOf } = invoiceForm
  return (
    <>
      <PageHeader title={draft ? `Edit ${draft.number}` : 'New invoice'} note={note} back={back} />
      <div className="grid items-start gap-6 min-[1360px]:grid-cols-[minmax(0,1fr)_360px]">
        <form onSubmit={onSubmit} noValidate className="card flex min-w-0 flex-col" aria-label="Invoice">
          <div className="flex flex-col gap-6 p-5 sm:p-6">
            {submitError && <ErrorStrip message={submitError.message} />}
            <div className="grid gap-5 sm:grid-cols-2">
              <CustomerFields
                field={field}
                errorOf={errorOf}
                email={form.watch('customerEmail') ?? ''}
                purpose="We’ll send the invoice here."
                onName={(name) => form.setValue('customerName', name)}
              />
            </div>
            <NumberField invoiceForm={invoiceForm} />
            <LineItems invoiceForm={invoiceForm} />
            <PricingFields invoiceForm={invoiceForm} />
            <hr className="border-line" />
            <TermsFields invoiceForm={invoiceForm} />
          </div>
          <Foot invoiceForm={invoiceForm} error={error} saveAnd={saveAnd} />
        </form>
        <Preview invoiceForm={invoiceForm} number={draft?.number ?? null} />
      </div>
    </>
  )
}

type Next = 'keep' | 'send'

/** Saves the draft and opens its page; with `send`, also opens the review before sending. */
function useEditor(draft: Invoice | undefined, start: InvoiceStart) {
  const navigate = useNavigate()
  const next = useRef<Next>('keep')
  const [isSubmitted, setSubmitted] = useState(false)
  const refresh = [listInvoices, getInvoice, getInvoiceTotals, getInvoiceNumbering]
  const choices = {
    refresh,
    quiet: true,
    success: ({ number }: Invoice) => (next.current === 'keep' ? `${number} is saved as a draft` : ''),
    onDone: ({ id }: Invoice) =>
      navigate(`/invoice_page/${id}${next.current === 'send' ? '?send=1' : ''}`, { replace: draft !== undefined }),
  }
  const create = useChange(createInvoice, choices)
  const update = useChange(updateInvoice, choices)
  const save = (values: InvoiceValues) =>
    draft ? update.mutateAsync({ ...values, id: draft.id }) : create.mutateAsync(values)
  const invoiceForm = useInvoiceForm(start, async (values) => {
    setSubmitted(true)
    if (totalError(invoiceForm.totals.totalKobo) === undefined) await save(values)
  })
  return {
    invoiceForm,
    /** Called by the two submit buttons, before the form's submit event. */
    saveAnd: (what: Next) => {
      next.current = what
    },
    error: isSubmitted ? totalError(invoiceForm.totals.totalKobo) : undefined,
  }
}

type FootProps = { invoiceForm: InvoiceForm; error: string | undefined; saveAnd: (what: Next) => void }

/** Footer that keeps the total visible. */
function Foot({ invoiceForm: { totals, busy, blocked }, error, saveAnd }: FootProps) {
  const isOff = blocked || error !== undefined
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-b-lg border-t border-line bg-sunken px-5 py-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:px-6">
      <div>
        <p className="figures text-md font-semibold" aria-live="polite">
          <span className="font-normal text-muted">Total</span> {formatNaira(totals.totalKobo)}
        </p>
        <FieldNote id="total-note" error={error} />
      </div>
      <div className="flex gap-2">
        <AllowedButton
          needs={createInvoice}
          type="submit"
          tone="secondary"
          disabled={isOff || busy}
          onClick={() => saveAnd('keep')}
        >
          Save draft
        </AllowedButton>
        <AllowedButton needs={createInvoice} type="submit" busy={busy} disabled={isOff} onClick={() => saveAnd('send')}>
          Review and send
        </AllowedButton>
      </div>
    </div>
  )
}

function Preview({ invoiceForm: { form, pricing }, number }: { invoiceForm: InvoiceForm; number: string | null }) {
  const business = useCall(getMerchant, {})
  const { customerEmail, customerName, number: typedNumber, dueOn, note } = form.watch()
  const invoiceDocument = buildInvoiceDocument(
    {
      ...pricing,
      number: typedNumber || number,
      customerEmail: customerEmail || 'Your customer',
      customerName: customerName?.trim() || null,
      issuedAt: null,
      dueOn: dueOn || null,
      note: note || null,
      paidKobo: 0,
    },
    business.data,
  )
  return (
    <section aria-label="Preview" className="min-[1360px]:sticky min-[1360px]:top-20">
      <p className="mb-3 text-sm text-muted">Preview</p>
      <InvoiceDocument data={invoiceDocument} />
    </section>
  )
}
