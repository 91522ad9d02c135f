import { getOfficePayment, listOfficeDisputes, openBankDispute } from '@adire/contract/back-office/payments.ts'
import { DisputeForm, type OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { Textarea } from '../../ui/textarea.tsx'
import { useChange } from '../client/api.ts'

/** Enters the notice of a payer's bank. */
export function DisputeModal({ found, onClose }: { found: OfficePayment; onClose: () => void }) {
  const open = useChange(openBankDispute, {
    refresh: [getOfficePayment, listOfficeDisputes],
    quiet: true,
    success: 'The dispute is open. The business is notified.',
    onDone: onClose,
  })
  const form = useSchemaForm(DisputeForm, {
    start: { reason: '' },
    submit: ({ reason }) => open.mutateAsync({ merchantId: found.business.id, id: found.payment.id, reason }),
  })
  return (
    <FormModal form={form} title="Enter a dispute of a bank" action="Enter dispute" onClose={onClose}>
      <p className="text-ink-2">
        What is left of the payment is held from the balance of {found.business.businessName}, which has 16 hours to
        respond.
      </p>
      <Field label="Reason of the payer" error={form.errorOf('reason')} hint="The business reads it.">
        <Textarea {...form.field('reason')} />
      </Field>
    </FormModal>
  )
}
