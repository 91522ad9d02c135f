import { limits } from '@adire/contract/limits.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Controller } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { AvailabilityHint, takenMessage } from './availability-hint.tsx'
import { FeeBearerTiles } from './fee-bearer-tiles.tsx'
import type { LinkForm } from './link-form.ts'

type LinkFieldsProps = { linkForm: LinkForm; withOptions?: boolean }

export function LinkFields({ linkForm, withOptions = false }: LinkFieldsProps) {
  const { field, errorOf, form } = linkForm
  // An address of its own is what is taken or free; the name is then only a name.
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
      <Pricing linkForm={linkForm} withOptions={withOptions} />
      <Field label="Description" optional error={errorOf('description')}>
        <Textarea {...field('description')} rows={2} maxLength={500} placeholder="What the payer gets" />
      </Field>
      <FeeBearerTiles {...field('feeBearer')} priceKobo={form.watch('amountKobo')} error={errorOf('feeBearer')} />
    </>
  )
}

const pricings = [
  { value: 'fixed', label: 'Fixed amount' },
  { value: 'open', label: 'Payer chooses' },
] as const

function Pricing({ linkForm: { form, pricing, choosePricing }, withOptions }: Required<LinkFieldsProps>) {
  return (
    <div className="flex flex-col gap-0.5">
      <p className="mb-1 font-medium" aria-hidden="true">
        Amount
      </p>
      <Segmented label="Who sets the amount" options={pricings} value={pricing} onChange={choosePricing} size="md" />
      {pricing === 'open' && withOptions && <Least form={form} />}
      {pricing === 'open' && !withOptions && (
        <p className="mt-1 text-sm text-muted">
          The payer types an amount, {formatNaira(limits.chargeMinimumKobo)} or more.
        </p>
      )}
      {pricing === 'fixed' && (
        <Controller
          control={form.control}
          name="amountKobo"
          render={({ field, fieldState: { error } }) => (
            <Field label={<span className="sr-only">Price in naira</span>} error={error?.message}>
              <MoneyInput
                {...field}
                onChange={(kobo) => {
                  field.onChange(kobo)
                  if (error) form.trigger('amountKobo')
                }}
                onBlur={() => {
                  field.onBlur()
                  if (field.value !== undefined) form.trigger('amountKobo')
                }}
              />
            </Field>
          )}
        />
      )}
    </div>
  )
}

/** The least a payer may choose; ours where the business sets none. */
function Least({ form }: Pick<LinkForm, 'form'>) {
  return (
    <Controller
      control={form.control}
      name="minimumKobo"
      render={({ field, fieldState: { error } }) => (
        <Field
          label="At least"
          optional
          error={error?.message}
          hint={`The payer types an amount, ${formatNaira(field.value || limits.chargeMinimumKobo)} or more.`}
          className="mt-3"
        >
          <MoneyInput
            {...field}
            onChange={(kobo) => {
              field.onChange(kobo ?? null)
              if (error) form.trigger('minimumKobo')
            }}
            onBlur={() => {
              field.onBlur()
              form.trigger('minimumKobo')
            }}
          />
        </Field>
      )}
    />
  )
}
