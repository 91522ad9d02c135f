import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { listPlans, perInterval } from '@adire/contract/plans.ts'
import type { Interval, Plan } from '@adire/contract/plans-schemas.ts'
import { changeSubscriptionPlan, previewPlanChange } from '@adire/contract/subscriptions.ts'
import type { PlanChangePreview, Subscription } from '@adire/contract/subscriptions-schemas.ts'
import { type FormEvent, useState } from 'react'
import { useCall, useChange } from '../../client/api.ts'
import { QuantityField, readQuantity } from '../../domain/quantity-field.tsx'
import { formatDate } from '../../ui/date.ts'
import { DetailList } from '../../ui/detail-list.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Modal } from '../../ui/modal.tsx'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { subscriptionEndpoints } from './subscription-endpoints.ts'

type When = 'now' | 'next_period'
type ChangePlanModalProps = { subscription: Subscription; onClose: () => void }

/** Change of plan or quantity, with a preview of the exact cost before it is confirmed. */
export function ChangePlanModal({ subscription, onClose }: ChangePlanModalProps) {
  const { id, plan, currentPeriod } = subscription
  const [planId, setPlanId] = useState(plan.id)
  const [typed, setTyped] = useState(String(subscription.quantity))
  const [when, setWhen] = useState<When>('now')
  const plans = useCall(listPlans, { status: 'active', limit: limits.listMaximum })
  const quantity = readQuantity(typed)
  const isChanged = quantity !== undefined && (planId !== plan.id || quantity !== subscription.quantity)
  const terms = { id, planId, quantity: quantity ?? 1, when }
  const preview = useCall(previewPlanChange, terms, { enabled: isChanged, staleTime: 0 })
  const change = useChange(changeSubscriptionPlan, {
    refresh: [...subscriptionEndpoints, previewPlanChange],
    success: (changed) => describeChanged(changed, subscription),
    quiet: true,
    onDone: onClose,
  })
  const options = toOptions((plans.data?.content ?? []).filter((one) => one.id !== plan.id))
  const present = { value: plan.id, label: `${plan.name} (current plan)` }
  const data = isChanged ? preview.data : undefined
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!data) return
    // Rejected if the price has changed since the preview: shows the new cost to confirm again.
    const { previewedAt, dueNowKobo } = data
    await change.mutateAsync({ ...terms, previewedAt, dueNowKobo }).catch(() => preview.refetch())
  }
  const choose = <T,>(set: (value: T) => void, value: T) => {
    set(value)
    change.reset()
  }
  return (
    <Modal
      open
      title="Change plan"
      onClose={onClose}
      onSubmit={submit}
      action={data && data.dueNowKobo > 0 ? `Charge ${formatNaira(data.dueNowKobo)} and change` : 'Save change'}
      busy={change.isPending}
      disabled={!data || preview.isFetching}
    >
      {change.error && <ErrorStrip message={change.error.message} />}
      {plans.error && <ErrorStrip message={plans.error.message} onRetry={() => plans.refetch()} />}
      <Field label="Plan" hint={plans.data && options.length === 0 ? 'There is no other active plan.' : undefined}>
        <Select
          value={planId}
          onChange={({ target }) => choose(setPlanId, target.value)}
          options={[present, ...options]}
        />
      </Field>
      <QuantityField value={typed} onChange={(value) => choose(setTyped, value)} />
      <StartField value={when} nextPeriodAt={currentPeriod?.endsAt} onChange={(chosen) => choose(setWhen, chosen)} />
      {isChanged && preview.error && <ErrorStrip message={preview.error.message} onRetry={() => preview.refetch()} />}
      {isChanged && !preview.error && (
        <div role="status" className="rounded-lg border border-line bg-sunken px-4 py-1">
          {data ? <Costs preview={data} interval={plan.interval} /> : <Skeleton className="my-4 h-24 w-full" />}
        </div>
      )}
    </Modal>
  )
}

const toOptions = (plans: readonly Plan[]) =>
  plans.map(({ id: value, name, amountKobo, interval }) => ({
    value,
    label: `${name}, ${formatNaira(amountKobo)} ${perInterval[interval]}`,
  }))

type StartFieldProps = { value: When; nextPeriodAt: string | undefined; onChange: (when: When) => void }

const StartField = ({ value, nextPeriodAt, onChange }: StartFieldProps) => (
  <RadioTiles
    label="When should it start?"
    value={value}
    onChange={({ target }) => onChange(target.value as When)}
    tiles={[
      { value: 'now', label: 'Now', hint: 'Unused time is credited.' },
      {
        value: 'next_period',
        label: 'From the next period',
        hint: nextPeriodAt && `On ${formatDate(nextPeriodAt)}, without a charge today.`,
      },
    ]}
  />
)

function describeChanged({ plan, quantity, nextPlan }: Subscription, before: Subscription): string {
  const { id, name, quantity: units } = nextPlan ?? { ...plan, quantity }
  const what = id === before.plan.id ? `The quantity ${nextPlan ? 'becomes' : 'is now'} ${units}` : undefined
  if (nextPlan) return `${what ?? `The plan changes to ${name}`} with the next period`
  return what ?? `The plan is now ${name}`
}

function Costs({ preview, interval }: { preview: PlanChangePreview; interval: Interval }) {
  const isSame = preview.plan.interval === interval
  const { when, newPeriodKobo, unusedKobo, creditKobo, dueNowKobo, creditLeftKobo } = preview
  const { nextPaymentAt, nextPaymentKobo } = preview
  const now =
    when === 'now'
      ? [
          {
            label: isSame ? 'New price, rest of the period' : 'New plan, its first period',
            value: formatNaira(newPeriodKobo),
          },
          { label: 'Unused credit', value: formatNaira(-unusedKobo) },
          ...(creditKobo > 0 ? [{ label: 'Credit from before', value: formatNaira(-creditKobo) }] : []),
        ]
      : []
  return (
    <DetailList
      details={[
        ...now,
        { label: 'Charged today', value: formatNaira(dueNowKobo), strong: true },
        ...(creditLeftKobo > 0 ? [{ label: 'Credit for the next charges', value: formatNaira(creditLeftKobo) }] : []),
        {
          label: 'Next charge',
          value: nextPaymentAt ? `${formatNaira(nextPaymentKobo)} on ${formatDate(nextPaymentAt)}` : 'None',
        },
      ]}
    />
  )
}
