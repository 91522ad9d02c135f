import { setMerchantPrice } from '@adire/contract/back-office/merchants.ts'
import { PriceForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'
import { PercentField } from './percent-field.tsx'
import { channelOptions } from './price-channels.ts'

export function PriceModal({ merchant, onClose }: MerchantModalProps) {
  const set = useChange(setMerchantPrice, {
    refresh: merchantEndpoints,
    quiet: true,
    success: 'The price is agreed. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PriceForm, {
    start: {
      channel: 'checkout',
      bps: 150,
      flatKobo: 10_000,
      waiveFlatBelowKobo: 250_000,
      capKobo: 200_000,
      feeBearer: 'merchant',
      startsOn: '',
      endsOn: '',
    },
    submit: (price) => set.mutateAsync({ id: merchant.id, ...price }),
  })
  return (
    <FormModal form={form} title={`Price of ${merchant.businessName}`} action="Set price" onClose={onClose}>
      <Field label="Channel">
        <Select {...form.field('channel')} options={channelOptions} />
      </Field>
      <PercentField form={form.form} name="bps" label="Rate" />
      <MoneyField form={form.form} name="flatKobo" label="Flat fee" optional />
      <MoneyField form={form.form} name="waiveFlatBelowKobo" label="No flat fee below" optional />
      <MoneyField form={form.form} name="capKobo" label="Maximum fee" optional hint="Empty: no maximum" />
      <Field label="Fee paid by">
        <Select
          {...form.field('feeBearer')}
          options={[
            { value: 'merchant', label: 'The business' },
            { value: 'customer', label: 'The customer' },
          ]}
        />
      </Field>
      <Field label="First day" error={form.errorOf('startsOn')} hint="Tomorrow or later; 30 days for a higher price">
        <DateInput {...form.field('startsOn')} />
      </Field>
      <Field label="Last day" optional error={form.errorOf('endsOn')}>
        <DateInput {...form.field('endsOn')} />
      </Field>
    </FormModal>
  )
}
