import { acceptDispute, contestDispute, getDispute, listDisputes } from '@adire/contract/disputes.ts'
import { AcceptedAmount, ContestMessage, type Dispute } from '@adire/contract/disputes-schemas.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { LimitedMoneyField } from '../../ui/limited-money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'

const refresh = [getDispute, listDisputes]

/** Form to contest or accept a dispute, with the effect on the money. */
export function DisputeResponse({ dispute }: { dispute: Dispute }) {
  const [isAccepting, setAccepting] = useState(false)
  return (
    <Card title="Your answer">
      <Contest dispute={dispute} onAccept={() => setAccepting(true)} />
      {isAccepting && <AcceptModal dispute={dispute} onClose={() => setAccepting(false)} />}
    </Card>
  )
}

function Contest({ dispute, onAccept }: { dispute: Dispute; onAccept: () => void }) {
  const contest = useChange(contestDispute, { quiet: true, refresh, success: 'The bank has your answer and decides' })
  const { field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(ContestMessage, {
    // When the bank replies again, start from the previous message.
    start: { message: dispute.message ?? '' },
    submit: ({ message }) => contest.mutateAsync({ id: dispute.id, message }),
  })
  const amount = formatNaira(dispute.amountKobo)
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-4">
      {submitError && <ErrorStrip message={submitError.message} />}
      <Field
        label="What happened, for the bank"
        error={errorOf('message')}
        hint="It cannot be changed afterwards, nor can the evidence."
      >
        <Textarea {...field('message')} rows={4} maxLength={2_000} />
      </Field>
      <p className="text-ink-2">
        {amount} stays held while the bank decides. Win, and it is yours again; lose, and it goes to the customer.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={busy} disabled={blocked}>
          Contest {amount}
        </Button>
        <Button tone="secondary" onClick={onAccept}>
          Accept the dispute
        </Button>
      </div>
    </form>
  )
}

function AcceptModal({ dispute, onClose }: { dispute: Dispute; onClose: () => void }) {
  const { amountKobo: disputedKobo } = dispute
  const accept = useChange(acceptDispute, {
    quiet: true,
    refresh,
    success: 'The dispute is accepted',
    onDone: onClose,
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
      action={amountKobo > 0 ? `Give back ${formatNaira(amountKobo)}` : 'Give back'}
      onClose={onClose}
    >
      <LimitedMoneyField
        form={form}
        name="amountKobo"
        label="Amount to give back"
        excess={isTooMuch && `At most ${formatNaira(disputedKobo)} is disputed`}
      />
      {amountKobo > 0 && !isTooMuch && <p className="text-ink-2">{describeEffect(dispute, amountKobo)}</p>}
    </FormModal>
  )
}

function describeEffect({ amountKobo: disputedKobo, heldKobo }: Dispute, amountKobo: number): string {
  const free = Math.max(0, heldKobo - amountKobo)
  const uncoveredKobo = Math.max(0, amountKobo - heldKobo)
  return [
    `${formatNaira(amountKobo)} goes back to the customer and the dispute ends.`,
    free > 0 && `${formatNaira(free)} that is held becomes yours again.`,
    uncoveredKobo > 0 &&
      `${formatNaira(uncoveredKobo)} is not held yet: it is taken from your balance, or from your next payments.`,
    amountKobo === disputedKobo && 'The fee of the payment is not returned.',
  ]
    .filter(Boolean)
    .join(' ')
}
