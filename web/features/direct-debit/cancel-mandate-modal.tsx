import type { cancelMandate } from '@adire/contract/direct-debit.ts'
import type { Mandate } from '@adire/contract/direct-debit-schemas.ts'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { customerOf } from './mandate-words.ts'
import type { MandateAction } from './use-action.ts'

type CancelMandateModalProps = { mandate: Mandate; cancel: MandateAction<typeof cancelMandate>; onClose: () => void }

/** Confirms the cancellation of a mandate. Open until it succeeds; an error stays until the next attempt or until the modal closes. */
export function CancelMandateModal({ mandate, cancel, onClose }: CancelMandateModalProps) {
  const [reason, setReason] = useState('')
  const close = () => {
    cancel.clearError()
    cancel.clearLoading()
    onClose()
  }
  const run = () => cancel.run({ id: mandate.id, reason: reason.trim() || undefined })
  const footer = (
    <>
      <Button tone="secondary" onClick={close} data-autofocus>
        Keep it
      </Button>
      <Button tone="danger" onClick={run} busy={cancel.loading}>
        Cancel mandate
      </Button>
    </>
  )
  return (
    <Modal open title="Cancel this mandate?" onClose={close} footer={footer}>
      {cancel.error && <ErrorStrip message={cancel.error.message} />}
      <p className="text-ink-2">
        Debits that are planned or wait for another try are cancelled with it; one that is at the bank finishes. This
        cannot be undone: to debit {customerOf(mandate)} again you need a new mandate.
      </p>
      <Field label="Why" optional hint="For your team. The customer does not see it.">
        <Input
          value={reason}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => {
            setReason(event.target.value)
            cancel.clearError()
          }}
        />
      </Field>
    </Modal>
  )
}
