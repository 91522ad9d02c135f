import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { CustomerFields } from '../../domain/customer-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Modal } from '../../ui/modal.tsx'
import { ConsentPreview } from './consent-preview.tsx'
import { AccountFields, AgreementFields, useDraftAccount } from './mandate-fields.tsx'
import { useMandateForm } from './mandate-form.ts'

type MandateModalProps = {
  /** The draft to edit; undefined to create one. */
  mandate: Mandate | undefined
  onClose: () => void
}

/** Saves a mandate as a draft, or requests the customer's consent at once. */
export function MandateModal({ mandate, onClose }: MandateModalProps) {
  const mandateForm = useMandateForm(mandate, onClose)
  const { form, field, errorOf, onSubmit, busy, blocked, submitError, isSending } = mandateForm
  const account = useDraftAccount(mandateForm, mandate)
  const isOff = blocked || account.isOpen
  const send = (sends: boolean) => () => {
    isSending.current = sends
  }
  const footer = (
    <>
      {mandate ? (
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
      ) : (
        <Button type="submit" tone="secondary" disabled={isOff || busy} onClick={send(false)}>
          Save draft
        </Button>
      )}
      <Button type="submit" busy={busy} disabled={isOff} onClick={send(true)}>
        {mandate ? 'Save' : 'Send to customer'}
      </Button>
    </>
  )
  return (
    <Modal
      open
      title={mandate ? `Edit ${mandate.reference}` : 'New mandate'}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={footer}
    >
      {submitError && <ErrorStrip message={submitError.message} />}
      <CustomerFields
        field={field}
        errorOf={errorOf}
        email={form.watch('customerEmail')}
        purpose="The customer is asked for consent there."
        onName={(name) => form.setValue('customerName', name)}
      />
      <AccountFields mandateForm={mandateForm} account={account} draft={mandate} />
      <AgreementFields mandateForm={mandateForm} />
      <ConsentPreview mandateForm={mandateForm} account={account} draft={mandate} />
    </Modal>
  )
}
