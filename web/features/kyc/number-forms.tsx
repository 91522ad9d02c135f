import { getKycStatus, submitBvn, submitTaxId } from '@adire/contract/kyc.ts'
import { BvnSubmission, TaxIdSubmission } from '@adire/contract/kyc-schemas.ts'
import { messages } from '@adire/contract/messages.ts'
import type { FormEventHandler, ReactNode } from 'react'
import { useChange } from '../../client/api.ts'
import { useConfig } from '../../client/config.ts'
import { AllowedFields } from '../../ui/allowed-fields.tsx'
import { dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { ErrorStrip } from '../../ui/error-strip.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { optionalText } from '../../ui/optional-text.ts'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'

export function BvnForm({ onDone }: { onDone: () => void }) {
  const send = useChange(submitBvn, {
    quiet: true,
    refresh: [getKycStatus],
    success: messages.kycDocumentUpdated,
    onDone,
  })
  const { field, errorOf, ...form } = useSchemaForm(BvnSubmission, {
    start: { firstName: '', lastName: '', bvn: '' },
    submit: send.mutateAsync,
  })
  const needsDetails = useConfig()?.bvnNeedsDetails ?? false
  return (
    <NumberForm {...form}>
      <p className="text-ink-2">
        {needsDetails ? 'We compare these details with the register of BVNs.' : 'We compare the BVN with this name.'}
      </p>
      <Field label="First name of the owner" error={errorOf('firstName')}>
        <Input {...field('firstName')} autoComplete="off" />
      </Field>
      <Field label="Last name of the owner" error={errorOf('lastName')}>
        <Input {...field('lastName')} autoComplete="off" />
      </Field>
      {needsDetails && (
        <>
          <Field label="Date of birth of the owner" error={errorOf('dateOfBirth')}>
            <DateInput {...field('dateOfBirth', optionalText)} max={dayKey(new Date())} autoComplete="off" />
          </Field>
          <Field
            label="Phone number of the owner"
            optional
            hint="The number that the owner’s bank knows. Without it we compare the business phone."
            error={errorOf('phone')}
          >
            <Input {...field('phone', optionalText)} type="tel" autoComplete="off" />
          </Field>
        </>
      )}
      <Field label="BVN" hint="11 digits. Stored encrypted and never shown in full." error={errorOf('bvn')}>
        <Input {...field('bvn')} inputMode="numeric" autoComplete="off" maxLength={11} className="figures" />
      </Field>
    </NumberForm>
  )
}

export function TaxIdForm({ onDone }: { onDone: () => void }) {
  const send = useChange(submitTaxId, {
    quiet: true,
    refresh: [getKycStatus],
    success: messages.kycDocumentUpdated,
    onDone,
  })
  const { field, errorOf, ...form } = useSchemaForm(TaxIdSubmission, { start: { taxId: '' }, submit: send.mutateAsync })
  return (
    <NumberForm {...form}>
      <Field label="Tax ID or TIN" hint="13 digits, or 12345678-0001" error={errorOf('taxId')}>
        <Input {...field('taxId')} autoComplete="off" maxLength={13} className="figures" />
      </Field>
    </NumberForm>
  )
}

type NumberFormProps = {
  onSubmit: FormEventHandler<HTMLFormElement>
  busy: boolean
  blocked: boolean
  submitError: { message: string } | undefined
  children: ReactNode
}

function NumberForm({ onSubmit, busy, blocked, submitError, children }: NumberFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="flex flex-col gap-5">
      {submitError && <ErrorStrip message={submitError.message} />}
      <AllowedFields needs={'business.manage'}>{children}</AllowedFields>
      <SubmitButton needs={'business.manage'} busy={busy} blocked={blocked} />
    </form>
  )
}
