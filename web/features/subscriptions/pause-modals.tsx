import { formatNaira } from '@adire/contract/money.ts'
import { pauseSubscription, resumeSubscription } from '@adire/contract/subscriptions.ts'
import type { Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { useChange } from '../../client/api.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatDate } from '../../ui/date.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { nextChargeKobo } from './status-summary.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type PauseProps = { subscription: Subscription; onClose: () => void }

export function PauseModal({ subscription, onClose }: PauseProps) {
  const { id, currentPeriod, isTrial } = subscription
  const pause = useChange(pauseSubscription, {
    refresh: subscriptionEndpoints,
    success: 'The subscription is paused',
    quiet: true,
    onDone: onClose,
  })
  return (
    <ConfirmModal
      open
      title="Pause this subscription?"
      action="Pause"
      tone="primary"
      onCancel={onClose}
      onConfirm={() => pause.mutate({ id })}
      busy={pause.isPending}
    >
      {pause.error && <ErrorStrip message={pause.error.message} className="mb-4" />}
      Nothing is charged until you resume it.
      {currentPeriod && ` What is ${isTrial ? 'free' : 'paid'} lasts until ${formatDate(currentPeriod.endsAt)}.`}
    </ConfirmModal>
  )
}

export function ResumeModal({ subscription, onClose }: PauseProps) {
  const { id } = subscription
  const resume = useChange(resumeSubscription, {
    refresh: subscriptionEndpoints,
    success: 'The subscription goes on',
    quiet: true,
    onDone: onClose,
  })
  const price = formatNaira(nextChargeKobo(subscription))
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
      It goes on where it stood. If what is paid is used up by now, a new period begins: {price} is charged within a
      minute, and the days of later charges are counted from today.
    </ConfirmModal>
  )
}
