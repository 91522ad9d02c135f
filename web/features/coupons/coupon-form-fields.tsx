import { calculateDiscountKobo, describePrice } from '@adire/contract/coupons.ts'
import { limits } from '@adire/contract/limits.ts'
import { listPlans } from '@adire/contract/plans.ts'
import type { Plan } from '@adire/contract/plans-schemas.ts'
import { useCall } from '../../client/api.ts'
import { businessNow } from '../../ui/business-clock.ts'
import { dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field, FieldNote } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { optionalText } from '../../ui/optional-text.ts'
import { RadioTiles } from '../../ui/radio-tiles.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type CouponForm, toTerms } from './coupon-form.ts'

type FieldsProps = { couponForm: CouponForm }

const optionalNumber = {
  setValueAs: (value: unknown) => (value === undefined || value === '' ? undefined : Number(value)),
}

export function CouponFormFields({ couponForm }: FieldsProps) {
  const { field, errorOf } = couponForm
  return (
    <>
      <Field label="Name" error={errorOf('name')} hint="Shown to payers.">
        <Input {...field('name')} maxLength={60} autoComplete="off" placeholder="Launch offer" />
      </Field>
      <DiscountFields couponForm={couponForm} />
      <Field
        label="Code"
        optional
        error={errorOf('code')}
        hint="Payers type it when they subscribe. Without a code, only you can apply the coupon."
      >
        <Input
          {...field('code', optionalText)}
          maxLength={20}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="figures uppercase placeholder:normal-case"
          placeholder="LAUNCH50"
        />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Last day" optional error={errorOf('endsOn')} hint="To redeem it. Running discounts continue.">
          <DateInput {...field('endsOn', optionalText)} min={dayKey(businessNow())} />
        </Field>
        <Field label="Redemption limit" optional error={errorOf('redemptionLimit')} hint="For all payers together.">
          <Input
            {...field('redemptionLimit', optionalNumber)}
            inputMode="numeric"
            autoComplete="off"
            className="figures"
          />
        </Field>
      </div>
      <PlanFields couponForm={couponForm} />
    </>
  )
}

function DiscountFields({ couponForm: { form, field, errorOf } }: FieldsProps) {
  const isPercent = form.watch('kind') === 'percent'
  return (
    <>
      <RadioTiles
        {...field('kind')}
        label="Discount"
        columns={2}
        tiles={[
          { value: 'percent', label: 'Percentage' },
          { value: 'amount', label: 'Amount' },
        ]}
      />
      {isPercent ? (
        <Field label="Percent off" error={errorOf('percentOff')} hint="1 to 100.">
          <Input {...field('percentOff', optionalNumber)} inputMode="numeric" autoComplete="off" className="figures" />
        </Field>
      ) : (
        <MoneyField form={form} name="amountOffKobo" label="Amount off each payment" />
      )}
      <RadioTiles
        {...field('duration')}
        label="Applies to"
        tiles={[
          { value: 'once', label: 'One payment' },
          { value: 'charges', label: 'Several payments' },
          { value: 'always', label: 'Every payment' },
        ]}
      />
      {form.watch('duration') === 'charges' && (
        <Field label="Number of payments" error={errorOf('charges')}>
          <Input {...field('charges', optionalNumber)} inputMode="numeric" autoComplete="off" className="figures" />
        </Field>
      )}
    </>
  )
}

function PlanFields({ couponForm: { form, field, errorOf } }: FieldsProps) {
  const plans = useCall(listPlans, { limit: limits.listMaximum })
  const content = plans.data?.content ?? []
  const isSome = form.watch('scope') === 'some'
  const chosen = form.watch('planIds') ?? []
  const example = content.find(({ id }) => !isSome || chosen.includes(id))
  const error = errorOf('planIds')
  return (
    <>
      <RadioTiles
        {...field('scope')}
        label="Plans"
        columns={2}
        tiles={[
          { value: 'all', label: 'All plans' },
          { value: 'some', label: 'Some plans' },
        ]}
      />
      {plans.error && <ErrorStrip message={plans.error.message} onRetry={() => plans.refetch()} />}
      {isSome && plans.isPending && <Skeleton className="h-16 w-full" />}
      {isSome && plans.data && (
        <fieldset className="flex flex-col gap-1" aria-describedby="coupon-plans-note">
          <legend className="sr-only">Plans of the coupon</legend>
          {content.map(({ id, name }) => (
            <label key={id} className="flex min-h-9 items-center gap-2.5 pointer-coarse:min-h-11">
              <input
                {...field('planIds')}
                type="checkbox"
                value={id}
                className="check-box size-4.5 pointer-coarse:size-5"
              />
              <span className="min-w-0 wrap-anywhere">{name}</span>
            </label>
          ))}
          <FieldNote id="coupon-plans-note" error={error} hint={content.length === 0 ? 'No plans yet.' : undefined} />
        </fieldset>
      )}
      {example && <Example couponForm={{ form }} plan={example} />}
    </>
  )
}

/** What a payer of a plan pays with the coupon. */
function Example({ couponForm: { form }, plan }: { couponForm: Pick<CouponForm, 'form'>; plan: Plan }) {
  const terms = toTerms({ ...form.getValues(), ...form.watch() } as Parameters<typeof toTerms>[0])
  const discountKobo = calculateDiscountKobo(plan.amountKobo, terms)
  if (!(discountKobo > 0)) return null
  return (
    <p className="rounded-md bg-sunken px-4 py-3 text-sm text-ink-2 ring-1 ring-line" role="status">
      {plan.name}: {describePrice({ ...plan, discountKobo, discountCharges: terms.charges })}.
    </p>
  )
}
