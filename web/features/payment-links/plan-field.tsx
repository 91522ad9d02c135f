import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listPlans, perInterval } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { Link } from 'react-router'
import { useCall } from '../../client/api.ts'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { LinkForm } from './link-form.ts'

export const usePlans = (enabled: boolean) =>
  useCall(listPlans, { status: 'active', limit: limits.listMaximum }, { enabled })

/** Selects the plan of a link. */
export function PlanField({ linkForm: { form, field, errorOf } }: { linkForm: LinkForm }) {
  const plans = usePlans(true)
  if (plans.error) return <ErrorStrip message={plans.error.message} onRetry={() => plans.refetch()} className="mt-3" />
  if (!plans.data) return <Skeleton className="mt-3 h-10 w-full" />
  const { content } = plans.data
  const chosen = content.find(({ id }) => id === form.watch('planId'))
  return (
    <Field
      label={<span className="sr-only">Plan</span>}
      error={errorOf('planId')}
      hint={
        content.length === 0 ? (
          <>
            No active plan yet.{' '}
            <Link to="/plans?new=1" className="font-medium text-link hover:underline">
              Create one
            </Link>
          </>
        ) : chosen ? (
          describePlan(chosen)
        ) : (
          'Payers subscribe to this plan by card.'
        )
      }
    >
      <Select
        {...field('planId')}
        placeholder="Choose a plan"
        options={content.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Field>
  )
}

function describePlan({ amountKobo, interval, trialDays, setupFeeKobo, chargeLimit }: Plan): string {
  const price = `${formatNaira(amountKobo)} ${perInterval[interval]}`
  const trial = trialDays > 0 ? `${trialDays} ${trialDays === 1 ? 'day' : 'days'} for free, then ` : ''
  const setupFee = setupFeeKobo > 0 ? `, with a setup fee of ${formatNaira(setupFeeKobo)}` : ''
  return `${trial}${price}${chargeLimit === null ? '' : `, ${chargeLimit} ${chargeLimit === 1 ? 'time' : 'times'}`}${setupFee}.`
}
