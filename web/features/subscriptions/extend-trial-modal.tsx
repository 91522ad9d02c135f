import { messages } from '@adire/contract/messages.ts'
import { extendTrial } from '@adire/contract/subscription-actions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../client/api.ts'
import { addDays, dayKey, formatDate } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type ExtendTrialModalProps = { subscription: Subscription; trialEndsAt: string; onClose: () => void }

/** Moves the end of the free trial to a later day. */
export function ExtendTrialModal({ subscription: { id }, trialEndsAt, onClose }: ExtendTrialModalProps) {
  const earliest = addDays(dayKey(trialEndsAt), 1)
  const [endsOn, setEndsOn] = useState('')
  const [error, setError] = useState<string>()
  const extend = useChange(extendTrial, {
    refresh: subscriptionEndpoints,
    success: ({ trialEndsAt: until }) => `The trial is free until ${formatDate(until ?? trialEndsAt)}`,
    quiet: true,
    onDone: onClose,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!endsOn) return setError(messages.required)
    extend.mutate({ id, endsOn })
  }
  const dayError = error ?? extend.error?.fields.find(({ field }) => field === 'endsOn')?.message
  return (
    <Modal
      open
      title="Extend the free trial"
      onClose={onClose}
      onSubmit={submit}
      action="Extend trial"
      busy={extend.isPending}
    >
      {extend.error && !dayError && <ErrorStrip message={extend.error.message} />}
      <Field
        label="Free until"
        hint={`Now ${formatDate(trialEndsAt)}. The first charge moves to the new day, and the customer is notified.`}
        error={dayError}
      >
        <DateInput
          min={earliest}
          value={endsOn}
          onChange={({ target }) => {
            setEndsOn(target.value)
            setError(undefined)
            extend.reset()
          }}
        />
      </Field>
    </Modal>
  )
}
