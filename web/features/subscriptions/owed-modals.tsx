import type { Attention } from '@adire/contract/attention-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { chargeSubscriptionNow, resolveSubscriptionDebt } from '@adire/contract/subscription-actions.ts'
import type { DebtResolution } from '@adire/contract/subscription-actions-schemas.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDate, formatDateTime } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type OwedModalProps = { subscription: Subscription; attention: Attention; onClose: () => void }

/** Charges the amount owed now. The retries that are scheduled stay. */
export function ChargeModal({ subscription, attention, onClose }: OwedModalProps) {
  const { id, card, mandate, customerEmail, customerName } = subscription
  const amount = formatNaira(attention.owedKobo)
  const charge = useChange(chargeSubscriptionNow, {
    refresh: subscriptionEndpoints,
    success: ({ attention: left }) => (left ? `The bank is processing ${amount}` : `${amount} was charged`),
    quiet: true,
    onDone: onClose,
  })
  const source = card
    ? `card ending ${card.last4}`
    : mandate
      ? `account ending ${mandate.last4} at ${mandate.bankName}`
      : undefined
  return (
    <ConfirmModal
      open
      title={`Charge ${amount} now?`}
      action={`Charge ${amount}`}
      tone="primary"
      onCancel={onClose}
      onConfirm={() => charge.mutate({ id, amountKobo: attention.owedKobo })}
      busy={charge.isPending}
    >
      {charge.error && <ErrorStrip message={charge.error.message} className="mb-4" />}
      <p>
        {source
          ? `The ${source} of ${customerName ?? customerEmail} is charged at once.`
          : 'There is no card to charge. Send the card-update link first.'}
        {attention.nextAttemptAt &&
          ` If the charge is declined, the next automatic attempt stays on ${formatDateTime(attention.nextAttemptAt)}.`}
      </p>
      {attention.needsNewCard && (
        <p className="mt-3">
          The bank rejected this card: “{attention.message}”. A new card is more likely to work than another attempt.
        </p>
      )}
    </ConfirmModal>
  )
}

const hints: Record<DebtResolution, string> = {
  paid_outside: 'You were paid in cash or by transfer.',
  forgiven: 'The customer does not have to pay this period.',
}

/** Closes the unpaid period without a payment, with a reason. */
export function ResolveModal({ subscription, attention, onClose }: OwedModalProps) {
  const { id, currentPeriod } = subscription
  const [as, setAs] = useState<DebtResolution>('paid_outside')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const amount = formatNaira(attention.owedKobo)
  const resolve = useChange(resolveSubscriptionDebt, {
    refresh: subscriptionEndpoints,
    success: as === 'forgiven' ? `${amount} was forgiven` : `${amount} was marked as paid`,
    quiet: true,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!note.trim()) return setError(messages.required)
    resolve.mutate({ id, as, amountKobo: attention.owedKobo, note })
  }
  return (
    <Modal
      open
      title={`Close ${amount} without a charge`}
      onClose={onClose}
      onSubmit={submit}
      action={as === 'forgiven' ? `Forgive ${amount}` : `Mark ${amount} as paid`}
      busy={resolve.isPending}
    >
      {resolve.error && <ErrorStrip message={resolve.error.message} />}
      <RadioTiles
        label="Why is nothing charged?"
        value={as}
        onChange={({ target }) => setAs(target.value as DebtResolution)}
        tiles={[
          { value: 'paid_outside', label: 'Paid outside', hint: hints.paid_outside },
          { value: 'forgiven', label: 'Forgiven', hint: hints.forgiven },
        ]}
      />
      <Field label="Reason" error={error} hint="For you: it is shown in the timeline and the audit log.">
        <Input
          value={note}
          onChange={({ target }) => {
            setNote(target.value)
            setError(undefined)
            resolve.reset()
          }}
          maxLength={200}
          autoComplete="off"
        />
      </Field>
      <p className="text-ink-2">
        No money is added to your balance. The subscription is active again, and the customer is notified.
        {currentPeriod && ` The next charge is ${nextChargeText(currentPeriod.endsAt)}.`}
      </p>
    </Modal>
  )
}

const nextChargeText = (endsAt: string) =>
  Date.parse(endsAt) > businessNow() ? `on ${formatDate(endsAt)}` : 'one period from today'
