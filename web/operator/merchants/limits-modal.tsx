import { setMerchantLimits } from '@adire/contract/back-office/merchants.ts'
import { LimitsForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { FormModal } from '../../ui/form-modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'

export function LimitsModal({ merchant, onClose }: MerchantModalProps) {
  const change = useChange(setMerchantLimits, {
    refresh: merchantEndpoints,
    quiet: true,
    success: 'The limits are changed. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const { maxPaymentKobo, maxDayKobo } = merchant.restrictions
  const form = useSchemaForm(LimitsForm, {
    start: { maxPaymentKobo, maxDayKobo },
    submit: (limits) => change.mutateAsync({ id: merchant.id, ...limits }),
  })
  return (
    <FormModal form={form} title={`Limits of ${merchant.businessName}`} action="Change limits" onClose={onClose}>
      <MoneyField
        form={form.form}
        name="maxPaymentKobo"
        label="One payment"
        optional
        hint="Empty: no limit of its own"
      />
      <MoneyField
        form={form.form}
        name="maxDayKobo"
        label="All payments of a day"
        optional
        hint="Of those that are started on one day in Lagos and have not failed"
      />
    </FormModal>
  )
}
