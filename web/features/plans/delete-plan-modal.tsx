import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
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
  const { name, subscribers, monthlyValueKobo, links, status } = plan
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
            `, and ${links.length === 1 ? 'its payment link leads' : 'its payment links lead'} to a closed page`}
          .
        </p>
        <p>
          {subscribers === 0
            ? 'It has no running subscription.'
            : `${formatCount(subscribers, 'running subscription', 'running subscriptions')}, worth ${formatNaira(monthlyValueKobo)} a month, will not be charged again: ${subscribers === 1 ? 'it ends' : 'each ends'} with the period that is paid, and we email the customer.`}
        </p>
        {subscribers > 0 && status === 'active' && (
          <p>To keep these subscriptions and only close the plan for new subscribers, use “Stop sign-ups” instead.</p>
        )}
        <p>You can’t undo this.</p>
      </div>
    </ConfirmModal>
  )
}
