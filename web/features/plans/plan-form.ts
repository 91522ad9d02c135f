import type { Plan } from '@adire/contract/plans-schemas.ts'
import { NewPlan, PlanChanges } from '@adire/contract/plans-schemas.ts'
import * as z from 'zod/mini'
import { useSchemaForm } from '../../ui/schema-form.ts'

/** Values of a new plan, or of an existing plan with the choice of who pays a new price. */
const PlanValues = z.extend(NewPlan, { applyTo: PlanChanges.shape.applyTo })
type Submit = (values: z.output<typeof PlanValues>) => Promise<unknown>

export function usePlanForm({ plan, submit }: { plan?: Plan; submit: Submit }) {
  return useSchemaForm(PlanValues, {
    start: {
      name: plan?.name ?? '',
      description: plan?.description ?? '',
      amountKobo: plan?.amountKobo,
      interval: plan?.interval ?? 'monthly',
      chargeLimit: plan?.chargeLimit ?? null,
      trialDays: plan?.trialDays ?? 0,
      setupFeeKobo: plan?.setupFeeKobo || undefined,
      afterFailure: plan?.afterFailure ?? 'cancel',
      applyTo: 'new',
    },
    submit,
  })
}

export type PlanForm = ReturnType<typeof usePlanForm>
