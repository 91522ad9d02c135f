import { createInvoice } from '@adire/contract/invoices.ts'
import type { Invoice } from '@adire/contract/invoices-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { CustomerFields } from '../../domain/customer-fields.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { FieldNote } from '../../ui/field.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { InvoiceForm, InvoiceStart } from './invoice-form.ts'
import { InvoicePreview } from './invoice-preview.tsx'
import { LineItems } from './line-items.tsx'
import { NumberField } from './number-field.tsx'
import { PricingFields } from './pricing-fields.tsx'
import { TermsFields } from './terms-fields.tsx'
import { type AfterSave, useInvoiceEditor } from './use-invoice-editor.ts'

export const invoicesBack = { to: '/invoice', label: 'Invoices' }

type EditorProps = { draft?: Invoice; start: InvoiceStart; note?: string }

export function InvoiceEditor({ draft, start, note }: EditorProps) {
  const { invoiceForm, saveAnd, startAgain, error } = useInvoiceEditor(draft, start)
  const { onSubmit, submitError, form, field, errorOf } = invoiceForm
  return (
    <>
      <PageHeader title={draft ? `Edit ${draft.number}` : 'New invoice'} note={note} back={invoicesBack} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 min-[1360px]:grid-cols-[minmax(0,1fr)_360px]">
        <form onSubmit={onSubmit} noValidate className="card flex min-w-0 flex-col" aria-label="Invoice">
          <div className="flex flex-col gap-6 p-5 sm:p-6">
            {submitError && <ErrorStrip message={submitError.message} />}
            {startAgain && <KeptNote onStartAgain={startAgain} />}
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
        <InvoicePreview invoiceForm={invoiceForm} number={draft?.number ?? null} />
      </div>
    </>
  )
}

type FootProps = { invoiceForm: InvoiceForm; error: string | undefined; saveAnd: (what: AfterSave) => void }

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
      <div className="flex flex-wrap gap-2">
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
