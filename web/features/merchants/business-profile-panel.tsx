import { listCountries, listMerchantCategories, listStates } from '@adire/contract/lookups.ts'
import { getMerchant, listMerchants, updateMerchant } from '@adire/contract/merchants.ts'
import { BusinessProfile, type Merchant } from '@adire/contract/merchants-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { useCall, useChange } from '../../client/api.ts'
import { useConfirmation } from '../../domain/confirmation.tsx'
import { combineFailures, toOptions, useLookup } from '../../domain/lookups.ts'
import { PostalCodeField } from '../../domain/postal-code-field.tsx'
import { StateField } from '../../domain/state-field.tsx'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { optionalText } from '../../ui/optional-text.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { DetailSkeleton } from '../../ui/skeleton.tsx'
import { SubmitButton } from '../../ui/submit-button.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { BrandColorField } from './brand-color-field.tsx'
import { LogoField } from './logo-field.tsx'

const ProfileWithState = z.extend(BusinessProfile, { stateId: z.int(messages.required) })

export function BusinessProfilePanel() {
  const merchant = useCall(getMerchant, {})
  const lists = useLists(merchant.data?.location.countryId)
  if (merchant.error) return <ErrorStrip message={merchant.error.message} onRetry={() => merchant.refetch()} />
  if (lists.error) return <ErrorStrip message={lists.error.message} onRetry={lists.retry} />
  // A select can keep its current value only when its option is loaded.
  if (!merchant.data || !lists.isLoaded) return <DetailSkeleton rows={8} />
  return (
    <div className="card flex max-w-[720px] flex-col gap-6 p-5 sm:p-6">
      <LogoField merchant={merchant.data} />
      <hr className="border-line" />
      <ProfileForm key={merchant.data.id} merchant={merchant.data} lists={lists} />
    </div>
  )
}

type Lists = ReturnType<typeof useLists>

type ProfileFormProps = { merchant: Merchant; lists: Lists }

function useProfileForm({ merchant, lists }: ProfileFormProps) {
  const navigate = useNavigate()
  const { confirmed, dialog } = useConfirmation()
  const update = useChange(updateMerchant, {
    quiet: true,
    refresh: [getMerchant, listMerchants],
    success: messages.detailsUpdated,
    onDone: () => navigate('/dashboard'),
  })
  const schema = lists.states.length > 0 ? ProfileWithState : BusinessProfile
  const profileForm = useSchemaForm(schema, {
    start: toFormValues(merchant),
    submit: (profile) => confirmed(() => update.mutateAsync(profile)),
  })
  return { ...profileForm, dialog }
}

type ProfileFieldsProps = { profileForm: ReturnType<typeof useProfileForm> }

function ProfileForm({ merchant, lists }: ProfileFormProps) {
  const profileForm = useProfileForm({ merchant, lists })
  const { form, field, setField, errorOf, onSubmit, busy, blocked, submitError, dialog } = profileForm
  return (
    <>
      <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
        {submitError && <ErrorStrip message={submitError.message} />}
        <AllowedFields needs={updateMerchant}>
          <Pair>
            <Field label="Business name" error={errorOf('businessName')}>
              <Input {...field('businessName')} autoComplete="organization" maxLength={100} />
            </Field>
            <Field label="Business category" error={errorOf('merchantCategoryId')}>
              <Select
                {...field('merchantCategoryId', numberChoice)}
                placeholder="Choose a category"
                options={lists.categories}
              />
            </Field>
          </Pair>
          <Field label="Description" optional error={errorOf('businessDescription')}>
            <Textarea {...field('businessDescription')} rows={3} maxLength={500} />
          </Field>
          <Pair>
            <ContactFields profileForm={profileForm} />
            <PlaceFields profileForm={profileForm} lists={lists} />
          </Pair>
          <Field label="Street address" error={errorOf('streetAddress')}>
            <Input {...field('streetAddress')} autoComplete="street-address" maxLength={200} />
          </Field>
          <Pair>
            <RegistrationFields profileForm={profileForm} />
          </Pair>
          <BrandColorField
            {...field('brandColor', optionalText)}
            error={errorOf('brandColor')}
            color={form.watch('brandColor')}
            onPick={(color) => setField('brandColor', color)}
            business={merchant}
          />
        </AllowedFields>
        <SubmitButton needs={updateMerchant} size="md" busy={busy} blocked={blocked} />
      </form>
      {dialog}
    </>
  )
}

const ContactFields = ({ profileForm: { field, errorOf } }: ProfileFieldsProps) => (
  <>
    <Field label="Contact email" error={errorOf('businessEmail')}>
      <Input {...field('businessEmail')} type="email" autoComplete="email" />
    </Field>
    <Field label="Phone" error={errorOf('businessPhone')} hint="Digits only, like 08031234567">
      <Input {...field('businessPhone')} type="tel" autoComplete="tel" />
    </Field>
    <Field label="Support email" error={errorOf('supportEmail')} hint="Shown to payers who need help">
      <Input {...field('supportEmail')} type="email" autoComplete="off" />
    </Field>
    <Field label="Chargeback email" error={errorOf('chargebackEmail')} hint="Where disputes are sent">
      <Input {...field('chargebackEmail')} type="email" autoComplete="off" />
    </Field>
  </>
)

const PlaceFields = ({ profileForm: { field, errorOf }, lists }: ProfileFieldsProps & { lists: Lists }) => (
  <>
    <Field label="Country" hint="It was reviewed and can’t be changed.">
      <Input readOnly value={lists.country} />
    </Field>
    <StateField {...field('stateId', numberChoice)} error={errorOf('stateId')} options={lists.states} />
    <Field label="City" optional error={errorOf('city')}>
      <Input {...field('city', optionalText)} autoComplete="address-level2" maxLength={80} />
    </Field>
    <PostalCodeField {...field('postalCode', optionalText)} error={errorOf('postalCode')} />
  </>
)

const RegistrationFields = ({ profileForm: { field, errorOf } }: ProfileFieldsProps) => (
  <>
    <Field
      label="RC number"
      optional
      error={errorOf('registrationNumber')}
      hint="Or BN number. Printed on invoices, receipts and statements."
    >
      <Input
        {...field('registrationNumber', optionalText)}
        autoComplete="off"
        maxLength={12}
        placeholder="RC 1234567"
      />
    </Field>
    <Field label="Tax ID or TIN" optional error={errorOf('taxId')} hint="Printed on invoices, receipts and statements.">
      <Input
        {...field('taxId', optionalText)}
        autoComplete="off"
        maxLength={13}
        className="figures"
        placeholder="12345678-0001"
      />
    </Field>
  </>
)

function Pair({ children }: { children: React.ReactNode }) {
  return <div className="grid items-start gap-5 sm:grid-cols-2">{children}</div>
}

/** Form values. A phone number from onboarding may start with +, which this form does not accept. */
const toFormValues = ({ location, merchantCategory, ...merchant }: Merchant) => ({
  businessName: merchant.businessName,
  merchantCategoryId: merchantCategory?.id,
  businessDescription: merchant.businessDescription ?? '',
  businessEmail: merchant.businessEmail,
  businessPhone: merchant.businessPhone?.replace(/^\+/, '') ?? '',
  supportEmail: merchant.supportEmail ?? '',
  chargebackEmail: merchant.chargebackEmail ?? '',
  stateId: location.stateId ?? undefined,
  city: location.city ?? undefined,
  postalCode: location.postalCode ?? undefined,
  streetAddress: location.streetAddress ?? '',
  registrationNumber: merchant.registrationNumber ?? undefined,
  taxId: merchant.taxId ?? undefined,
  brandColor: merchant.brandColor ?? undefined,
})

function useLists(countryId: number | undefined) {
  const categories = useLookup(listMerchantCategories, {})
  const countries = useLookup(listCountries, {})
  const states = useLookup(listStates, { id: countryId ?? 0 }, countryId !== undefined)
  const all = [categories, countries, states]
  return {
    categories: toOptions(categories.data),
    states: toOptions(states.data),
    country: countries.data?.content.find(({ id }) => id === countryId)?.name ?? '',
    isLoaded: all.every(({ data }) => data),
    ...combineFailures(all),
  }
}
