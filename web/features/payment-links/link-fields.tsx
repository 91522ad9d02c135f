import { limits } from '@adire/contract/limits.ts'
import { messages } from '@adire/contract/messages.ts'
import { formatNaira } from '@adire/contract/money.ts'
import { Check } from 'lucide-react'
import { Controller } from 'react-hook-form'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { MoneyInput } from '../../ui/money-input.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { FeeBearerTiles } from './fee-bearer-tiles.tsx'
import type { Availability, LinkForm } from './link-form.ts'

export function LinkFields({ linkForm }: { linkForm: LinkForm }) {
  const { field, errorOf, availability, form } = linkForm
  const taken = availability === 'taken' ? messages.notAvailable : undefined
  return (
    <>
      <Field label="Name" error={errorOf('name') ?? taken} hint={<NameHint availability={availability} />}>
        <Input {...field('name')} maxLength={60} autoComplete="off" placeholder="Ankara two-piece" />
      </Field>
      <Pricing linkForm={linkForm} />
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

function Pricing({ linkForm: { form, pricing, choosePricing } }: { linkForm: LinkForm }) {
  return (
    <div className="flex flex-col gap-0.5">
      <p className="mb-1 font-medium" aria-hidden="true">
        Amount
      </p>
      <Segmented label="Who sets the amount" options={pricings} value={pricing} onChange={choosePricing} size="md" />
      {pricing === 'open' ? (
        <p className="mt-1 text-sm text-muted">
          The payer types an amount, {formatNaira(limits.chargeMinimumKobo)} or more.
        </p>
      ) : (
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

function NameHint({ availability }: { availability: Availability }) {
  return (
    <span role="status" className={`flex items-center gap-1.5 ${availability === 'available' ? 'text-ok' : ''}`}>
      {availability === 'available' && <Check className="size-3.5" aria-hidden="true" />}
      {availability === 'checking' && <Spinner className="size-3.5" />}
      {hints[availability]}
    </span>
  )
}

const hints: Record<Availability, string> = {
  unknown: 'Payers see it on the page and on their receipt.',
  checking: 'Checking the name',
  available: messages.available,
  taken: messages.notAvailable,
}
