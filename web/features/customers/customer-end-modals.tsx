import { blacklistCustomer, eraseCustomer, getCustomer, listCustomers } from '@adire/contract/customers.ts'
import { BlacklistReason, type Customer } from '@adire/contract/customers-schemas.ts'
import { Email, inputSchema } from '@adire/contract/fields.ts'
import { listPayments } from '@adire/contract/payments.ts'
import { useChange } from '../../client/api.ts'
import { Field } from '../../ui/field.tsx'
import { FormModal } from '../../ui/form-modal.tsx'
import { Input } from '../../ui/input.tsx'
import { useSchemaForm } from '../../ui/schema-form.ts'
import { customerName } from './customer-name.ts'

type ModalProps = { customer: Customer; onClose: () => void }

export function BlacklistModal({ customer, onClose }: ModalProps) {
  const blacklist = useChange(blacklistCustomer, {
    refresh: [getCustomer, listCustomers],
    success: 'The customer is blacklisted',
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(BlacklistReason, {
    start: { reason: '' },
    submit: ({ reason }) => blacklist.mutateAsync({ id: customer.id, reason }),
  })
  return (
    <FormModal
      form={form}
      title={`Blacklist ${customerName(customer)}?`}
      action="Blacklist"
      tone="danger"
      onClose={onClose}
    >
      <p className="text-ink-2">
        {customer.email} can’t make new payments until you remove them from the blacklist. Payments in progress
        continue.
      </p>
      <Field label="Reason" error={form.errorOf('reason')} hint="For you and your team; the customer does not see it.">
        <Input {...form.field('reason')} maxLength={200} autoComplete="off" />
      </Field>
    </FormModal>
  )
}

const Typed = inputSchema({ email: Email })

/** Confirms by typing the email, because erasure can't be undone. */
export function EraseModal({ customer, onClose }: ModalProps) {
  const erase = useChange(eraseCustomer, {
    refresh: [getCustomer, listCustomers, listPayments],
    success: 'The customer is erased',
    quiet: true,
    onDone: onClose,
  })
  const form = useSchemaForm(Typed, {
    start: { email: '' },
    submit: ({ email }) => erase.mutateAsync({ id: customer.id, email }),
  })
  return (
    <FormModal
      form={form}
      title={`Erase ${customerName(customer)}?`}
      action="Erase for good"
      tone="danger"
      onClose={onClose}
    >
      <p className="text-ink-2">
        We will delete the name, email, phone and card details from this customer and their payments. The amounts stay
        in your books. You can’t undo this.
      </p>
      <Field label={`Type ${customer.email} to confirm`} error={form.errorOf('email')}>
        <Input {...form.field('email')} type="email" autoComplete="off" />
      </Field>
    </FormModal>
  )
}
