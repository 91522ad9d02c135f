import { endMerchantPrice } from '@adire/contract/back-office/merchants.ts'
import { PriceEndForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Select } from '../../ui/select.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'
import { channelOptions } from './price-channels.ts'

export function PriceEndModal({ merchant, onClose }: MerchantModalProps) {
  const end = useChange(endMerchantPrice, {
    refresh: merchantEndpoints,
    quiet: true,
    success: 'The published price follows. The members are notified.',
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(PriceEndForm, {
    start: { channel: 'checkout', lastDay: '' },
    submit: (values) => end.mutateAsync({ id: merchant.id, ...values }),
  })
  return (
    <FormModal form={form} title={`End a price of ${merchant.businessName}`} action="End price" onClose={onClose}>
      <Field label="Channel">
        <Select {...form.field('channel')} options={channelOptions} />
      </Field>
      <Field label="Last day" error={form.errorOf('lastDay')}>
        <DateInput {...form.field('lastDay')} />
      </Field>
    </FormModal>
  )
}
