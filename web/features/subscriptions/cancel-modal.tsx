import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { reactivateSubscription } from '@adire/contract/subscription-actions.ts'
import { cancelSubscription } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { useState } from 'react'
import { useChange } from '../../client/api.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDate } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { describeInProgress, describeRest } from './rest-charges.ts'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type When = 'now' | 'period_end'

type CancelProps = { subscription: Subscription; onClose: () => void }

/** Cancels at once or at the period's end, with the effect for the customer. An error stays until the choice changes (S4-09). */
export function CancelModal({ subscription, onClose }: CancelProps) {
  const { id, status, isPaused, currentPeriod, creditKobo, customerName, customerEmail } = subscription
  const who = customerName ?? customerEmail
  const canWait = status === 'active' && !isPaused && currentPeriod !== null
  const [when, setWhen] = useState<When>(canWait ? 'period_end' : 'now')
  const [note, setNote] = useState('')
  const cancel = useChange(cancelSubscription, {
    refresh: subscriptionEndpoints,
    success: messages.subscriptionCancelled,
    quiet: true,
    onDone: onClose,
  })
  const choose = (chosen: When) => {
    setWhen(chosen)
    cancel.reset()
  }
  return (
    <ConfirmModal
      open
      title="Cancel this subscription?"
      action="Cancel subscription"
      dismiss="Keep it"
      onCancel={onClose}
      onConfirm={() => cancel.mutate({ id, when, ...(note.trim() && { note }) })}
      busy={cancel.isPending}
    >
      <div className="flex flex-col gap-5">
        {cancel.error && <ErrorStrip message={cancel.error.message} />}
        {canWait ? (
          <EndField value={when} endsAt={currentPeriod.endsAt} onChange={choose} {...{ subscription, who }} />
        ) : (
          <p>It ends now. {describeRest(subscription)} No automatic refund.</p>
        )}
        {creditKobo > 0 && (
          <p className="text-warn">
            The credit of {formatNaira(creditKobo)} lapses when it ends. Refund it if you owe it to {who}.
          </p>
        )}
        <Field label="Why" optional hint="For you: it is shown in the timeline.">
          <Input
            value={note}
            onChange={({ target }) => {
              setNote(target.value)
              cancel.reset()
            }}
            maxLength={200}
            autoComplete="off"
          />
        </Field>
      </div>
    </ConfirmModal>
  )
}

type EndFieldProps = {
  subscription: Subscription
  who: string
  endsAt: string
  value: When
  onChange: (when: When) => void
}

function EndField({ subscription, who, endsAt, value, onChange }: EndFieldProps) {
  const inProgress = describeInProgress(subscription)
  return (
    <RadioTiles
      label="When does it end?"
      value={value}
      onChange={({ target }) => onChange(target.value as When)}
      tiles={[
        {
          value: 'period_end',
          label: `On ${formatDate(endsAt)}`,
          hint: subscription.isTrial
            ? `${who} keeps the free days. ${inProgress ?? 'Nothing is ever charged.'}`
            : `${who} keeps what is paid. ${describeRest(subscription)}`,
        },
        {
          value: 'now',
          label: 'Now',
          hint: `${inProgress ? `${inProgress} ` : ''}No automatic refund: refund the last payment if you owe something.`,
        },
      ]}
    />
  )
}

/** Takes back a cancellation at the end of the period. */
export function ReactivateModal({ subscription, onClose }: CancelProps) {
  const { id, endReason, currentPeriod, nextChargeKobo, customerName, customerEmail } = subscription
  const who = customerName ?? customerEmail
  const reactivate = useChange(reactivateSubscription, {
    refresh: subscriptionEndpoints,
    success: 'The cancellation is taken back',
    quiet: true,
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open
      title="Take back the cancellation?"
      action="Take back cancellation"
      dismiss="Leave it cancelled"
      tone="primary"
      onCancel={onClose}
      onConfirm={() => reactivate.mutate({ id })}
      busy={reactivate.isPending}
    >
      <div className="flex flex-col gap-3">
        {reactivate.error && <ErrorStrip message={reactivate.error.message} />}
        <p>
          {formatNaira(nextChargeKobo)} is charged{currentPeriod && ` on ${formatDate(currentPeriod.endsAt)}`}, and the
          subscription is renewed as before. We notify {who}.
        </p>
        {endReason === 'payer' && (
          <p className="text-warn">{who} cancelled it themselves. Take it back only if they asked you to.</p>
        )}
      </div>
    </ConfirmModal>
  )
}
