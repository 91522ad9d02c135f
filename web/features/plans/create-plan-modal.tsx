import { createPlan, listPlans } from '@adire/contract/plans.ts'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { usePlanForm } from './plan-form.ts'
import { PlanFormFields } from './plan-form-fields.tsx'

/** Creates a plan and opens its page, where it is shared (S2.7-04). */
export function CreatePlanModal({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const create = useChange(createPlan, {
    refresh: [listPlans],
    quiet: true,
    onDone: ({ id }) => navigate(`/plans/${id}`, { replace: true }),
  })
  const planForm = usePlanForm({ submit: ({ applyTo: _, ...plan }) => create.mutateAsync(plan) })
  return (
    <FormModal form={planForm} title="New plan" action="Create plan" onClose={onClose}>
      <PlanFormFields planForm={planForm} />
    </FormModal>
  )
}
