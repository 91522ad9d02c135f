import { listCountries } from '@adire/contract/lookups.ts'
import { listMerchants } from '@adire/contract/merchants.ts'
import { messages } from '@adire/contract/messages.ts'
import { addMerchant } from '@adire/contract/onboarding.ts'
import { AddedBusiness } from '@adire/contract/onboarding-schemas.ts'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../client/api.ts'
import { chooseMerchant, useSession } from '../../client/session.ts'
import { toOptions, useLookup } from '../../domain/lookups.ts'
import { AllowedButton } from '../../ui/allowed-button.tsx'
import { LinkButton } from '../../ui/button.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { numberChoice } from '../../ui/number-choice.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'

/** Adds a business to the same user. It starts in Test Mode and has its own onboarding. */
export function AddBusinessPage() {
  const { mode } = useSession()
  return (
    <div className="mx-auto max-w-[560px] py-2 sm:py-6">
      <PageHeader
        title="Add business"
        note="It has its own payments, bank accounts and settlements. You switch between businesses in the sidebar."
        back={{ to: '/dashboard', label: 'Overview' }}
      />
      {mode === 'TEST' ? <NewBusinessForm /> : <OnlyInTest />}
    </div>
  )
}

const OnlyInTest = () => (
  <p className="mt-7 text-ink-2">
    A business begins in {messages.modeLabel.TEST}. Switch to it at the bottom of the sidebar to add a business.
  </p>
)

function NewBusinessForm() {
  const navigate = useNavigate()
  const countries = useLookup(listCountries, {})
  const add = useChange(addMerchant, {
    quiet: true,
    refresh: [listMerchants],
    success: messages.businessAdded,
    onDone: async ({ id }) => {
      await chooseMerchant(id)
      navigate('/onboarding')
    },
  })
  const { form, field, errorOf, onSubmit, busy, blocked, submitError } = useSchemaForm(AddedBusiness, {
    start: { businessName: '' },
    submit: add.mutateAsync,
  })
  const home = countries.data?.content.find(({ code }) => code === 'NG')?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the list has loaded
  useEffect(() => {
    if (home && !form.getValues('countryId')) form.setValue('countryId', home)
  }, [home])
  return (
    <form onSubmit={onSubmit} noValidate className="mt-7 flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message} />}
      {countries.error && <ErrorStrip message={countries.error.message} onRetry={() => countries.refetch()} />}
      <Field label="Business name" hint="As your customers know it" error={errorOf('businessName')}>
        <Input {...field('businessName')} autoComplete="organization" maxLength={100} />
      </Field>
      <Field label="Country" error={errorOf('countryId')}>
        <Select
          {...field('countryId', numberChoice)}
          placeholder="Choose your country"
          options={toOptions(countries.data)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <AllowedButton needs={addMerchant} type="submit" size="md" busy={busy} disabled={blocked}>
          Add business
        </AllowedButton>
        <LinkButton to="/dashboard" size="md" tone="secondary">
          Cancel
        </LinkButton>
      </div>
    </form>
  )
}
