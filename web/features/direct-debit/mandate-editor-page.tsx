import { createMandate, getMandate } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useCall } from '../../client/api.ts'
import { CustomerFields } from '../../domain/customer-fields.tsx'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { previewColumns } from '../../ui/columns.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { ConsentPreview } from './consent-preview.tsx'
import { AccountFields, AgreementFields, useDraftAccount } from './mandate-fields.tsx'
import { useMandateForm } from './mandate-form.ts'
import { customerOf } from './mandate-words.ts'

const backToMandates = { to: '/directDebit', label: 'Direct debit' }

/** Editor of a new mandate or of a draft, beside the text that the customer will accept. */
export function MandateEditorPage() {
  const { slug } = useParams()
  return slug ? <EditMandate key={slug} slug={slug} /> : <MandateEditor key="new" mandate={undefined} />
}

function EditMandate({ slug }: { slug: string }) {
  const mandate = useCall(getMandate, { id: slug })
  if (!mandate.data)
    return (
      <LoadError what="mandate" title="Edit mandate" back={backToMandates} read={mandate} deletable>
        <DetailSkeleton rows={10} />
      </LoadError>
    )
  // Customers keep what they received.
  return mandate.data.allowed.includes('edit') ? (
    <MandateEditor mandate={mandate.data} />
  ) : (
    <Navigate to={`/directDebit/${slug}`} replace />
  )
}

/** Saves a mandate as a draft, or requests the customer's consent at once. */
function MandateEditor({ mandate }: { mandate: Mandate | undefined }) {
  const navigate = useNavigate()
  const back = mandate ? { to: `/directDebit/${mandate.slug}`, label: customerOf(mandate) } : backToMandates
  const mandateForm = useMandateForm(mandate, () => navigate(back.to, { replace: true }))
  const { form, field, errorOf, onSubmit, busy, blocked, submitError, isSending, startAgain } = mandateForm
  const account = useDraftAccount(mandateForm, mandate)
  const isOff = blocked || account.isOpen
  const send = (sends: boolean) => () => {
    isSending.current = sends
  }
  return (
    <>
      <PageHeader title={mandate ? `Edit ${mandate.reference}` : 'New mandate'} back={back} />
      <div className={previewColumns}>
        <form noValidate onSubmit={onSubmit} className="flex max-w-[640px] min-w-0 flex-col gap-6">
          {startAgain && <KeptNote onStartAgain={startAgain} />}
          <div className="card flex flex-col gap-5 p-5">
            <CustomerFields
              field={field}
              errorOf={errorOf}
              email={form.watch('customerEmail')}
              purpose="The customer is asked for consent there."
              onName={(name) => form.setValue('customerName', name)}
            />
            <AccountFields mandateForm={mandateForm} account={account} draft={mandate} />
          </div>
          <div className="card flex flex-col gap-5 p-5">
            <AgreementFields mandateForm={mandateForm} />
          </div>
          {submitError && <ErrorStrip message={submitError.message} />}
          <div className="flex flex-wrap justify-end gap-2">
            {mandate ? (
              <LinkButton to={back.to} tone="secondary" onClick={mandateForm.forget}>
                Cancel
              </LinkButton>
            ) : (
              <AllowedButton
                needs={createMandate}
                type="submit"
                tone="secondary"
                disabled={isOff || busy}
                onClick={send(false)}
              >
                Save draft
              </AllowedButton>
            )}
            <AllowedButton needs={createMandate} type="submit" busy={busy} disabled={isOff} onClick={send(true)}>
              {mandate ? 'Save' : 'Send to customer'}
            </AllowedButton>
          </div>
        </form>
        <ConsentPreview mandateForm={mandateForm} account={account} draft={mandate} />
      </div>
    </>
  )
}
