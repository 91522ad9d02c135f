import { acceptDispute, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { ContestMessage, type Dispute } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useEffect, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { AcceptModal } from './accept-modal.tsx'
import { readResponseDraft, storeResponseDraft } from './response-draft.ts'

/** Form to contest or accept a dispute, with the effect on the money. */
export function DisputeResponse({ dispute }: { dispute: Dispute }) {
  const [isAccepting, setAccepting] = useState(false)
  return (
    <Card title="Your response">
      <Contest dispute={dispute} onAccept={() => setAccepting(true)} />
      {isAccepting && <AcceptModal dispute={dispute} onClose={() => setAccepting(false)} />}
    </Card>
  )
}

function Contest({ dispute, onAccept }: { dispute: Dispute; onAccept: () => void }) {
  const [message, setMessage] = useState<string>()
  // When the bank replies again, start from the previous message.
  const sheet = useSchemaForm(ContestMessage, {
    start: { message: readResponseDraft(dispute.id) ?? dispute.message ?? '' },
    submit: async (values) => setMessage(values.message),
  })
  const { form, field, errorOf, onSubmit, blocked } = sheet
  const isDraft = useDraft(dispute, form.watch('message') ?? '')
  const amount = formatNaira(dispute.amountKobo)
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
        <AllowedFields needs={contestDispute}>
          <Field
            label="Tell the bank what happened"
            error={errorOf('message')}
            hint={`You can\u2019t change this or the evidence after you submit.${isDraft ? ' The draft is saved in this browser.' : ''}`}
          >
            <Textarea {...field('message')} rows={4} maxLength={2_000} />
          </Field>
        </AllowedFields>
        <p className="text-ink-2">
          {amount} is held while the bank decides. If you win, it returns to your balance. If you lose, it goes to the
          customer.
        </p>
        <div className="flex flex-wrap gap-2">
          <AllowedButton needs={contestDispute} type="submit" disabled={blocked}>
            Contest {amount}
          </AllowedButton>
          <AllowedButton needs={acceptDispute} tone="secondary" onClick={onAccept}>
            Accept the dispute
          </AllowedButton>
        </div>
      </form>
      {message !== undefined && (
        <ContestModal dispute={dispute} message={message} onClose={() => setMessage(undefined)} />
      )}
    </>
  )
}

/** Stores the text as a draft while it differs from what was sent before. */
function useDraft({ id, message }: Dispute, text: string): boolean {
  const [isStored, setStored] = useState(false)
  useEffect(() => {
    setStored(storeResponseDraft(id, text.trim() && text !== message ? text : undefined))
  }, [id, message, text])
  return isStored
}

/** Confirmation before the response is sent: it cannot be changed afterwards. */
function ContestModal({ dispute, message, onClose }: { dispute: Dispute; message: string; onClose: () => void }) {
  const { id, evidence } = dispute
  const contest = useChange(contestDispute, {
    quiet: true,
    refresh: [getDispute, listDisputes],
    success: 'Response sent to the bank',
    onDone: () => {
      storeResponseDraft(id, undefined)
      onClose()
    },
  })
  return (
    <ConfirmModal
      open
      title="Send this response to the bank?"
      action="Send to the bank"
      tone="primary"
      busy={contest.isPending}
      onConfirm={() => contest.mutate({ id, message })}
      onCancel={onClose}
    >
      <div className="flex flex-col gap-3">
        {contest.error && <ErrorStrip message={contest.error.message} />}
        {evidence.length === 0 ? (
          <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-warn">
            No document is attached. Without evidence, banks usually decide for the customer.
          </p>
        ) : (
          <p>{evidence.length === 1 ? '1 document is attached' : `${evidence.length} documents are attached`}.</p>
        )}
        <p>You can&rsquo;t change the response or the documents after you send them.</p>
      </div>
    </ConfirmModal>
  )
}
