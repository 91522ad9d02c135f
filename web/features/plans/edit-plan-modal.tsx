import { getPlan, listPlans, updatePlan } from '@adire/contract/plans.ts'
import type { PlanDetail } from '@adire/contract/plans-schemas.ts'
import { useChange } from '../../client/api.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { NewPrice } from './new-price.tsx'
import { usePlanForm } from './plan-form.ts'
import { PlanFormFields } from './plan-form-fields.tsx'

export function EditPlanModal({ plan, onClose }: { plan: PlanDetail; onClose: () => void }) {
  const update = useChange(updatePlan, {
    refresh: [getPlan, listPlans],
    success: ({ name }) => `${name} is saved`,
    quiet: true,
    onDone: onClose,
  })
  const planForm = usePlanForm({
    plan,
    submit: ({ applyTo, ...values }) =>
      update.mutateAsync({ id: plan.id, ...values, ...(values.amountKobo !== plan.amountKobo && { applyTo }) }),
  })
  return (
    <FormModal form={planForm} title="Edit plan" action="Save" onClose={onClose}>
      <PlanFormFields planForm={planForm} isIntervalFixed={plan.hasSubscribed}>
        <NewPrice plan={plan} planForm={planForm} />
      </PlanFormFields>
    </FormModal>
  )
}
