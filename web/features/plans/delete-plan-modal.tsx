import { messages } from '@adire/contract/messages.ts'
import { deletePlan, listPlans } from '@adire/contract/plans.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import { listSubscriptions } from '@adire/contract/subscriptions.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { ConfirmModal } from '../../ui/confirm-modal.tsx'
import { formatCount } from '../../ui/counted.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'

/** Confirms deletion with its effect: sign-ups stop at once, subscriptions end with the paid period. */
export function DeletePlanModal({ plan, onCancel }: { plan: PlanDetail; onCancel: () => void }) {
  const navigate = useNavigate()
  const remove = useChange(deletePlan, {
    refresh: [listPlans, listSubscriptions],
    success: messages.planDeleted,
    quiet: true,
    onDone: () => navigate('/plans', { replace: true }),
  })
  const { name, subscribers, links } = plan
  return (
    <ConfirmModal
      open
      title="Delete this plan?"
      action="Delete"
      onCancel={onCancel}
      onConfirm={() => remove.mutate({ id: plan.id })}
      busy={remove.isPending}
    >
      <div className="flex flex-col gap-4">
        {remove.error && <ErrorStrip message={remove.error.message} />}
        <p>
          Nobody can subscribe to “{name}” from now on
          {links.length > 0 &&
            `, and ${links.length === 1 ? 'its payment link finds' : 'its payment links find'} a closed page`}
          .
        </p>
        <p>
          {subscribers === 0
            ? 'No subscription is running on it.'
            : `${formatCount(subscribers, 'running subscription is', 'running subscriptions are')} not charged again: ${subscribers === 1 ? 'it ends' : 'each ends'} with the period that is paid, and the customer is told by mail.`}
        </p>
        <p>This cannot be undone.</p>
      </div>
    </ConfirmModal>
  )
}
