import { freezeMerchantPayments, freezeMerchantPayouts } from '@adire/contract/back-office/merchants.ts'
import { FreezeForm } from '@adire/contract/back-office/merchants-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'
import { type MerchantModalProps, merchantEndpoints } from './of-merchant.ts'

const freezeTexts = {
  payments: 'Its payment pages close, charges are rejected, renewals wait, and due debits are cancelled.',
  payouts: 'Nothing is paid out. Its balance stays, and payments go on.',
}

export function FreezeModal({ merchant, what, onClose }: MerchantModalProps & { what: 'payments' | 'payouts' }) {
  const freeze = useChange(what === 'payments' ? freezeMerchantPayments : freezeMerchantPayouts, {
    refresh: merchantEndpoints,
    quiet: true,
    success: `${what === 'payments' ? 'Payments' : 'Payouts'} are frozen. The members are notified.`,
    onDone: onClose,
    onWaiting: onClose,
  })
  const form = useSchemaForm(FreezeForm, {
    start: { reason: '' },
    submit: ({ reason }) => freeze.mutateAsync({ id: merchant.id, reason }),
  })
  return (
    <FormModal
      form={form}
      title={`Freeze ${what} of ${merchant.businessName}`}
      action={`Freeze ${what}`}
      tone="danger"
      onClose={onClose}
    >
      <p className="text-ink-2">{freezeTexts[what]}</p>
      <Field label="Reason" error={form.errorOf('reason')} hint="The business reads it: say what it can do.">
        <Textarea {...form.field('reason')} />
      </Field>
    </FormModal>
  )
}
