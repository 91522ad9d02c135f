import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import type { PaymentLink } from '@adire/contract/payment-links-schemas.ts'
import { perInterval } from '@adire/contract/plans.ts'
import { Suspense } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { lazyComponent } from '../../ui/lazy-part.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { AvailabilityHint, takenMessage } from './availability-hint.tsx'
import { FeeBearerTiles } from './fee-bearer-tiles.tsx'
import type { LinkForm } from './link-form.ts'

const PlanField = lazyComponent(() => import('./plan-field.tsx').then((m) => m.PlanField))

type LinkFieldsProps = { linkForm: LinkForm; withOptions?: boolean; link?: PaymentLink | undefined }

export function LinkFields({ linkForm, withOptions = false, link }: LinkFieldsProps) {
  const { field, errorOf, form } = linkForm
  // With a slug, availability applies to the slug and not to the name.
  const availability = form.watch('slug') ? 'unknown' : linkForm.availability
  return (
    <>
      <Field
        label="Name"
        error={errorOf('name') ?? takenMessage(availability)}
        hint={<AvailabilityHint availability={availability} />}
      >
        <Input {...field('name')} maxLength={60} autoComplete="off" placeholder="Ankara two-piece" />
      </Field>
      <Pricing linkForm={linkForm} withOptions={withOptions} link={link} />
      <Field label="Description" optional error={errorOf('description')}>
        <Textarea {...field('description')} rows={2} maxLength={500} placeholder="What the payer gets" />
      </Field>
      {linkForm.pricing !== 'plan' && (
        <FeeBearerTiles {...field('feeBearer')} priceKobo={form.watch('amountKobo')} error={errorOf('feeBearer')} />
      )}
    </>
  )
}

const pricings = [
  { value: 'fixed', label: 'Fixed amount' },
  { value: 'open', label: 'Payer chooses' },
] as const
/** Pricing choices of a new link. The plan of an existing link can't be changed. */
const withPlans = [...pricings, { value: 'plan', label: 'Plan' }] as const

function Pricing({ linkForm, withOptions, link }: LinkFieldsProps) {
  const { form, pricing, choosePricing } = linkForm
  if (link?.plan) return <BoundPlan plan={link.plan} />
  return (
    <div className="flex flex-col gap-0.5">
      <p className="mb-1 font-medium" aria-hidden="true">
        Amount
      </p>
      <Segmented
        label="Who sets the amount"
        options={withOptions && !link ? withPlans : pricings}
        value={pricing}
        onChange={choosePricing}
        size="md"
      />
      {pricing === 'open' && withOptions && <Least form={form} />}
      {pricing === 'open' && !withOptions && (
        <p className="mt-1 text-sm text-muted">
          The payer types an amount, {formatNaira(limits.chargeMinimumKobo)} or more.
        </p>
      )}
      {pricing === 'fixed' && (
        <MoneyField form={form} name="amountKobo" label={<span className="sr-only">Price in naira</span>} />
      )}
      {pricing === 'plan' && (
        <Suspense fallback={<Skeleton className="mt-3 h-10 w-full" />}>
          <PlanField linkForm={linkForm} />
        </Suspense>
      )}
    </div>
  )
}

function BoundPlan({ plan }: { plan: NonNullable<PaymentLink['plan']> }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">Plan</p>
      <p className="text-muted">
        {plan.name}, {formatNaira(plan.amountKobo)} {perInterval[plan.interval]}. People who open the link keep
        subscribing to it.
      </p>
    </div>
  )
}

/** Minimum that a payer can choose; the platform minimum if the business sets none. */
function Least({ form }: Pick<LinkForm, 'form'>) {
  const leastKobo = form.watch('minimumKobo') || limits.chargeMinimumKobo
  return (
    <div className="mt-3">
      <MoneyField
        form={form}
        name="minimumKobo"
        label="At least"
        optional
        hint={`The payer types an amount, ${formatNaira(leastKobo)} or more.`}
      />
    </div>
  )
}
