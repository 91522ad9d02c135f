import { getKycStatus } from '@adire/contract/kyc.ts'
import { listBusinessTypes, listMerchantCategories, listStates } from '@adire/contract/lookups.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { BusinessDetails, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useCall, useChange } from '../../api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { numberChoice } from './number-choice.ts'

const DetailsWithState = z.extend(BusinessDetails, { stateId: z.int('Choose a state') })

/** What a business tells about itself before anything else is shown. */
export function OnboardingPage() {
  const navigate = useNavigate()
  const merchant = useCall(getMerchant, {})
  const lists = useLists(merchant.data?.location.countryId)
  const send = useChange(submitBusinessDetails, {
    quiet: true,
    refresh: [getKycStatus, getMerchant],
    success: messages.detailsUpdated,
    onDone: () => navigate('/dashboard'),
  })
  const { field, errorOf, onSubmit, busy, blocked, refusal } = useSchemaForm(
    lists.states.length > 0 ? DetailsWithState : BusinessDetails,
    {
      start: { businessDescription: '', businessPhone: '', city: '', streetAddress: '' },
      submit: (details) => send.mutateAsync(details),
    },
  )
  return (
    <div className="mx-auto max-w-[560px] py-2 sm:py-6">
      <PageHeader
        title="Tell us about your business"
        note={`These details of ${merchant.data?.businessName ?? 'your business'} open your dashboard in Test Mode.`}
      />
      <form onSubmit={onSubmit} noValidate className="mt-7 flex flex-col gap-5">
        {refusal && <ErrorStrip message={refusal.message} />}
        {lists.error && <ErrorStrip message={lists.error.message} onRetry={lists.retry} />}
        <Field label="Business type" error={errorOf('businessType')}>
          <Select {...field('businessType', numberChoice)} placeholder="Choose a type" options={lists.types} />
        </Field>
        <Field label="Category" error={errorOf('merchantCategoryId')}>
          <Select
            {...field('merchantCategoryId', numberChoice)}
            placeholder="Choose a category"
            options={lists.categories}
          />
        </Field>
        <Field label="What do you sell?" optional error={errorOf('businessDescription')}>
          <Textarea {...field('businessDescription')} rows={3} maxLength={500} />
        </Field>
        <Field label="Business phone" error={errorOf('businessPhone')} hint="Like 08031234567">
          <Input {...field('businessPhone')} type="tel" autoComplete="tel" />
        </Field>
        <Field label="Street address" error={errorOf('streetAddress')}>
          <Input {...field('streetAddress')} autoComplete="street-address" maxLength={200} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="City" error={errorOf('city')}>
            <Input {...field('city')} autoComplete="address-level2" maxLength={80} />
          </Field>
          {lists.states.length > 0 && (
            <Field label="State" error={errorOf('stateId')}>
              <Select
                {...field('stateId', numberChoice)}
                autoComplete="address-level1"
                placeholder="Choose a state"
                options={lists.states}
              />
            </Field>
          )}
        </div>
        <Button type="submit" size="md" className="self-start" busy={busy} disabled={blocked}>
          Continue
        </Button>
      </form>
    </div>
  )
}

const forGood = { staleTime: Number.POSITIVE_INFINITY }

function useLists(countryId: number | undefined) {
  const types = useCall(listBusinessTypes, {}, forGood)
  const categories = useCall(listMerchantCategories, {}, forGood)
  const states = useCall(listStates, { id: countryId ?? 0 }, { ...forGood, enabled: countryId !== undefined })
  const failed = [types, categories, states].filter(({ error }) => error)
  return {
    types: choices(types.data?.content),
    categories: choices(categories.data?.content),
    states: choices(states.data?.content),
    error: failed[0]?.error,
    retry: () => {
      for (const list of failed) list.refetch()
    },
  }
}

const choices = (items: readonly { id: number; name: string }[] = []) =>
  items.map(({ id, name }) => ({ value: String(id), label: name }))
