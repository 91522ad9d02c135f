import { setMerchantPayoutTerms } from '@adire/contract/back-office/merchants.ts'
import { PayoutTermsForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'
import { PercentField } from './percent-field.tsx'

export function PayoutTermsModal({ merchant, onClose }: MerchantModalProps) {
  const change = useChange(setMerchantPayoutTerms, {
    refresh: merchantEndpoints,
    quiet: true,
    success: 'The terms apply to what is settled from now on',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PayoutTermsForm, {
    start: merchant.payoutTerms,
    submit: (terms) => change.mutateAsync({ id: merchant.id, ...terms }),
  })
  return (
    <FormModal form={form} title={`Payout terms of ${merchant.businessName}`} action="Change terms" onClose={onClose}>
      <PercentField form={form.form} name="reserveBps" label="Reserve" hint="0: no reserve" />
      <Field label="Days until it is released" error={form.errorOf('reserveDays')}>
        <Input {...form.field('reserveDays')} inputMode="numeric" />
      </Field>
      <Field label="Stamp duty">
        <Select
          {...form.field('stampDutyBearer')}
          options={[
            { value: 'merchant', label: 'Paid by the business' },
            { value: 'platform', label: 'Paid by us' },
          ]}
        />
      </Field>
    </FormModal>
  )
}
