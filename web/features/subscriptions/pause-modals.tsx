import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { pauseSubscription, resumeSubscription } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { addDays, dayKey, formatDate } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type PauseProps = { subscription: Subscription; onClose: () => void }

export function PauseModal({ subscription, onClose }: PauseProps) {
  const { id, currentPeriod, isTrial } = subscription
  const [isUntil, setIsUntil] = useState(false)
  const [resumeOn, setResumeOn] = useState('')
  const [error, setError] = useState<string>()
  const pause = useChange(pauseSubscription, {
    refresh: subscriptionEndpoints,
    success: ({ resumesAt }) =>
      resumesAt ? `The subscription is paused until ${formatDate(resumesAt)}` : 'The subscription is paused',
    quiet: true,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isUntil && !resumeOn) return setError(messages.required)
    pause.mutate({ id, ...(isUntil && { resumeOn }) })
  }
  const dayError = error ?? pause.error?.fields.find(({ field }) => field === 'resumeOn')?.message
  return (
    <Modal
      open
      title="Pause this subscription?"
      onClose={onClose}
      onSubmit={submit}
      action="Pause"
      busy={pause.isPending}
    >
      {pause.error && !dayError && <ErrorStrip message={pause.error.message} />}
      <RadioTiles
        label="When does it continue?"
        value={isUntil ? 'day' : 'open'}
        onChange={({ target }) => {
          setIsUntil(target.value === 'day')
          pause.reset()
        }}
        tiles={[
          { value: 'open', label: 'When I resume it', hint: 'Nothing is charged until then.' },
          { value: 'day', label: 'On a day', hint: 'It is resumed automatically, and the customer is notified.' },
        ]}
      />
      {isUntil && (
        <Field label="Resume on" error={dayError}>
          <DateInput
            min={addDays(dayKey(businessNow()), 1)}
            value={resumeOn}
            onChange={({ target }) => {
              setResumeOn(target.value)
              setError(undefined)
              pause.reset()
            }}
          />
        </Field>
      )}
      {currentPeriod && (
        <p className="text-ink-2">
          The {isTrial ? 'free trial' : 'paid period'} lasts until {formatDate(currentPeriod.endsAt)}. If it is over by
          then, a new period begins on the day of resuming and is charged.
        </p>
      )}
    </Modal>
  )
}

export function ResumeModal({ subscription, onClose }: PauseProps) {
  const { id } = subscription
  const resume = useChange(resumeSubscription, {
    refresh: subscriptionEndpoints,
    success: 'The subscription continues',
    quiet: true,
    onDone: onClose,
  })
  const price = formatNaira(subscription.nextChargeKobo)
  return (
    <ConfirmModal
      open
      title="Resume this subscription?"
      action="Resume"
      tone="primary"
      onCancel={onClose}
      onConfirm={() => resume.mutate({ id })}
      busy={resume.isPending}
    >
      {resume.error && <ErrorStrip message={resume.error.message} className="mb-4" />}
      It continues in its present period. If that is over, a new period begins now: {price} is charged within a minute,
      and later charges are counted from today.
    </ConfirmModal>
  )
}
