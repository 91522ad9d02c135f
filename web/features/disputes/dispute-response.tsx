import { acceptDispute, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { AcceptedAmount, ContestMessage, type Dispute } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useEffect, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { LimitedMoneyField } from '../../ui/limited-money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { readResponseDraft, storeResponseDraft } from './response-draft.ts'

const refresh = [getDispute, listDisputes]

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
        <Field
          label="Tell the bank what happened"
          error={errorOf('message')}
          hint={`You can\u2019t change this or the evidence after you submit.${isDraft ? ' The draft is saved in this browser.' : ''}`}
        >
          <Textarea {...field('message')} rows={4} maxLength={2_000} />
        </Field>
        <p className="text-ink-2">
          {amount} is held while the bank decides. If you win, it returns to your balance. If you lose, it goes to the
          customer.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={blocked}>
            Contest {amount}
          </Button>
          <Button tone="secondary" onClick={onAccept}>
            Accept the dispute
          </Button>
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
    refresh,
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

function AcceptModal({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const { amountKobo: disputedKobo } = dispute
  const accept = useChange(acceptDispute, {
    quiet: true,
    refresh,
    success: 'The dispute is accepted',
    onDone: () => {
      storeResponseDraft(dispute.id, undefined)
      onClose()
    },
  })
  const sheet = useSchemaForm(AcceptedAmount, {
    start: { amountKobo: disputedKobo },
    submit: (values) => accept.mutateAsync({ id: dispute.id, ...values }),
  })
  const { form } = sheet
  const amountKobo = form.watch('amountKobo')
  const isTooMuch = amountKobo > disputedKobo
  return (
    <FormModal
      form={{ ...sheet, blocked: sheet.blocked || isTooMuch }}
      title="Accept the dispute"
      action={amountKobo > 0 ? `Refund ${formatNaira(amountKobo)}` : 'Refund'}
      onClose={onClose}
    >
      <LimitedMoneyField
        form={form}
        name="amountKobo"
        label="Amount to refund"
        excess={isTooMuch && `You can refund up to ${formatNaira(disputedKobo)}`}
      />
      {amountKobo > 0 && !isTooMuch && <p className="text-ink-2">{describeEffect(dispute, amountKobo)}</p>}
    </FormModal>
  )
}

function describeEffect({ amountKobo: disputedKobo, heldKobo }: Dispute, amountKobo: number): string {
  const free = Math.max(0, heldKobo - amountKobo)
  const uncoveredKobo = Math.max(0, amountKobo - heldKobo)
  return [
    `${formatNaira(amountKobo)} will be refunded to the customer and the dispute ends.`,
    free > 0 && `${formatNaira(free)} that is held returns to your balance.`,
    uncoveredKobo > 0 &&
      `${formatNaira(uncoveredKobo)} is not held yet: it will be deducted from your balance or your next payments.`,
    amountKobo === disputedKobo && 'The fee of the payment is not returned.',
  ]
    .filter(Boolean)
    .join(' ')
}
