import { getKycStatus, listKycTypes } from '@adire/contract/kyc.ts'
import { listBusinessTypes, listMerchantCategories, listStates } from '@adire/contract/lookups.ts'
import { getMerchant } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { getOnboarding, submitBusinessDetails } from '@adire/contract/onboarding.ts'
import { BusinessDetails, type OnboardingProfile } from '@adire/contract/onboarding-schemas.ts'
import * as z from 'zod/mini'
import { useCall, useChange } from '../../client/api.ts'
import { combineFailures, toOptions, useLookup } from '../../domain/lookups.ts'
import { PostalCodeField } from '../../domain/postal-code-field.tsx'
import { StateField } from '../../domain/state-field.tsx'
import { useKeptSchemaForm } from '../../domain/use-kept-form.ts'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { KeptNote } from '../../ui/kept-note.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { optionalText } from '../../ui/optional-text.ts'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'

const DetailsWithState = z.extend(BusinessDetails, { stateId: z.int(messages.required) })

/** Business details. Values that were submitted before are filled in for correction. */
export function DetailsForm({ onDone }: { onDone: () => void }) {
  const given = useCall(getOnboarding, {})
  if (given.error) return <ErrorStrip message={given.error.message} onRetry={() => given.refetch()} />
  return given.data ? <LoadedForm given={given.data} onDone={onDone} /> : <DetailSkeleton rows={5} />
}

type Given = z.infer<typeof OnboardingProfile>

function LoadedForm({ given, onDone }: { given: Given; onDone: () => void }) {
  const merchant = useCall(getMerchant, {})
  const lists = useLists(merchant.data?.location.countryId)
  const send = useChange(submitBusinessDetails, {
    quiet: true,
    refresh: [getKycStatus, getMerchant, listKycTypes, getOnboarding],
    success: messages.detailsUpdated,
    onDone,
  })
  const { field, errorOf, onSubmit, busy, blocked, submitError, startAgain } = useKeptSchemaForm(
    lists.states.length > 0 ? DetailsWithState : BusinessDetails,
    { name: 'business-details', start: toFormValues(given), submit: (details) => send.mutateAsync(details) },
  )
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message} />}
      {startAgain && <KeptNote onStartAgain={startAgain} />}
      {lists.error && <ErrorStrip message={lists.error.message} onRetry={lists.retry} />}
      <AllowedFields needs={submitBusinessDetails}>
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
        <Field label="Business phone" error={errorOf('businessPhone')} hint="For example 0803 123 4567">
          <Input {...field('businessPhone')} type="tel" autoComplete="tel" />
        </Field>
        <Field label="Street address" error={errorOf('streetAddress')}>
          <Input {...field('streetAddress')} autoComplete="street-address" maxLength={200} />
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="City" error={errorOf('city')}>
            <Input {...field('city')} autoComplete="address-level2" maxLength={80} />
          </Field>
          <StateField {...field('stateId', numberChoice)} error={errorOf('stateId')} options={lists.states} />
          <PostalCodeField {...field('postalCode', optionalText)} error={errorOf('postalCode')} />
        </div>
      </AllowedFields>
      <SubmitButton needs={submitBusinessDetails} size="md" busy={busy} blocked={blocked}>
        Continue
      </SubmitButton>
    </form>
  )
}

/** Form values: an empty field starts as '', a missing choice as undefined. */
const toFormValues = ({ businessType, merchantCategoryId, stateId, postalCode, ...texts }: Given) => ({
  businessDescription: texts.businessDescription ?? '',
  businessPhone: texts.businessPhone ?? '',
  city: texts.city ?? '',
  streetAddress: texts.streetAddress ?? '',
  ...(businessType !== null && { businessType }),
  ...(merchantCategoryId !== null && { merchantCategoryId }),
  ...(stateId !== null && { stateId }),
  ...(postalCode !== null && { postalCode }),
})

function useLists(countryId: number | undefined) {
  const types = useLookup(listBusinessTypes, {})
  const categories = useLookup(listMerchantCategories, {})
  const states = useLookup(listStates, { id: countryId ?? 0 }, countryId !== undefined)
  return {
    types: toOptions(types.data),
    categories: toOptions(categories.data),
    states: toOptions(states.data),
    ...combineFailures([types, categories, states]),
  }
}
