import { getOfficePayment, listOfficeDisputes, openBankDispute } from '@adire/contract/back-office/payments.ts'
import { DisputeForm, type OfficePayment } from '@adire/contract/back-office/payments-schemas.ts'
import { dayKey } from '../../ui/date.ts'
import { DateInput } from '../../ui/date-input.tsx'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { optionalText } from '../../ui/optional-text.ts'
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
    start: { reason: '', amountKobo: null },
    submit: (notice) => open.mutateAsync({ merchantId: found.business.id, id: found.payment.id, ...notice }),
  })
  return (
    <FormModal form={form} title="Enter a dispute of a bank" action="Enter dispute" onClose={onClose}>
      <p className="text-ink-2">
        The amount is held from the balance of {found.business.businessName}, which responds in its dashboard.
        {found.disputesAnsweredAt &&
          ` ${found.disputesAnsweredAt} reports no disputes: pass the response on in its dashboard, and enter its decision here.`}
      </p>
      <Field label="Reason of the payer" error={form.errorOf('reason')} hint="The business reads it.">
        <Textarea {...form.field('reason')} />
      </Field>
      <MoneyField
        form={form.form}
        name="amountKobo"
        label="Amount"
        optional
        hint="Without it all that is left of the payment."
      />
      <Field
        label="Last day for a response"
        optional
        error={form.errorOf('dueOn')}
        hint="Leave yourself time to pass it on. Without it the business has 16 hours."
      >
        <DateInput {...form.field('dueOn', optionalText)} min={dayKey(new Date())} />
      </Field>
    </FormModal>
  )
}
